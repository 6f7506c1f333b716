/** Builds the parts of the page and connects them. */
import type { Founding } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { Actions, listenToKeys } from "./actions";
import { AlbumPanel } from "./album";
import { Branches } from "./branches";
import { ChartsPanel } from "./charts";
import { showColourKey } from "./colour_key";
import { CreatureEditor } from "./creatures";
import { byId, setText } from "./element";
import { EventsPanel } from "./events";
import { openFind } from "./find";
import { Hints } from "./hints";
import { openHelp } from "./help";
import { Inspector } from "./inspector";
import { Keeping } from "./keeping";
import { LineagesPanel } from "./lineages";
import { buildMenus } from "./menus";
import { Minimap } from "./minimap";
import { openNewWorld } from "./new_world";
import { notify, notifyError } from "./notices";
import { Opening } from "./opening";
import { OutcomeCard } from "./outcome_card";
import { OVERLAY_ACTIONS, Overlays } from "./overlays";
import { narrow, showPanel, toggleAllPanels, togglePanel } from "./panels";
import { Remarks } from "./remarks";
import { announceSayings } from "./sayings";
import { save } from "./saving";
import { Scoreboard } from "./scoreboard";
import { share } from "./sharing";
import { SpeciesPanel } from "./species";
import { PANEL_ACTIONS, switches } from "./switches";
import { TimelineBar } from "./timeline";
import { TOOLS } from "./tool_table";
import { Tools } from "./tools";
import { Tour } from "./tour";
import { Transport } from "./transport";
import { View } from "./view";
import type { World } from "./world";

/** Builds the page around a world whose engine has started. Returns what opens worlds, and what keeps them. */
export function build(world: World): { opening: Opening; keeping: Keeping } {
  const act = (id: string): void => actions.run(id);
  const view = new View(world);
  const keeping = new Keeping(world);
  const opening = new Opening(world, keeping);
  new Scoreboard(world);
  const found = (founding: Founding): Promise<void> => opening.found(founding);
  new OutcomeCard(world, () => opening.another, found);
  const remarks = new Remarks(world);
  const transport = new Transport(world, act);
  announceSayings(world);
  const timeline = new TimelineBar(world, () => remarks.all);
  byId("time").append(transport.element, timeline.element);

  const species = new SpeciesPanel(world);
  const charts = new ChartsPanel(world, species);
  const overlays = new Overlays(world);
  const lineages = new LineagesPanel(world, species, overlays);
  const album = new AlbumPanel(world);
  const events = new EventsPanel(world, remarks, species);
  species.onChoose = () => {
    charts.update();
    lineages.update();
    events.draw();
  };
  showColourKey(world);
  new Minimap(world);
  const inspector = new Inspector(world, act);
  album.onNames = () => inspector.update();
  const tools = new Tools(world, view, act);
  const branches = new Branches(world);
  const tour = new Tour(world, () => view.tool !== undefined || branches.isBeside);
  const hints = new Hints(world.library.hints);
  opening.onFirstLook = (organism) => {
    tour.noteChoice(organism);
    hints.show();
  };

  const newWorld = async (chosen?: string): Promise<void> => {
    const { scenarios } = world.library;
    const creatures = await editor.creatures();
    openNewWorld({ scenarios, creatures, chosen, found });
  };
  const editor = new CreatureEditor(world, (name) => void newWorld(name).catch(notifyError));
  opening.onCreatures = (files) => void editor.importFiles(files).catch(notifyError);

  const onSelected = (work: (organism: number) => void): void => {
    const organism = world.state?.selected ?? null;
    if (organism === null) notify("Select an organism first: click on it.");
    else work(organism);
  };
  const overlayActions = Object.entries(OVERLAY_ACTIONS).map(
    ([id, name]) => [id, () => overlays.toggle(name)] as const,
  );
  const panelActions = Object.entries(PANEL_ACTIONS).map(
    ([id, name]) => [id, () => togglePanel(name)] as const,
  );
  const toolActions = TOOLS.map(({ action, name }) => [action, () => tools.choose(name)] as const);
  const handlers: Record<string, () => void> = {
    PlayPause: () => world.send(world.state?.playing ? "pause" : "play"),
    Step: () => {
      world.send("pause");
      world.send("step");
    },
    StepBack: () => {
      const { tick = 0, first = 0 } = world.state ?? {};
      world.send("pause");
      if (tick > first) world.send("seek", tick - 1);
    },
    Slower: () => transport.changeSpeed(-1),
    Faster: () => transport.changeSpeed(1),
    NormalSpeed: () => transport.setSpeed(1),
    FullSpeed: () => transport.setSpeed(Infinity),
    ToStart: () => world.send("seek", world.state?.first ?? 0),
    ToEnd: () => world.send("seek", world.state?.frontier ?? 0),
    Branch: () => void branches.branch().catch(notifyError),
    NextBranch: () => branches.next(),
    Beside: () => branches.toggleBeside(),
    Find: () => openFind(world, () => inspector.toggle("life")),
    Fit: () => {
      world.send("follow", null);
      world.send("fit");
    },
    ZoomIn: () => view.zoomBy(1.25),
    ZoomOut: () => view.zoomBy(0.8),
    Left: () => view.panBy(-1, 0),
    Right: () => view.panBy(1, 0),
    Up: () => view.panBy(0, -1),
    Down: () => view.panBy(0, 1),
    Follow: () => {
      const { selected = null, followed = null } = world.state ?? {};
      if (followed !== null) world.send("follow", null);
      else if (selected !== null) world.send("follow", selected);
      else void followAnother(world).catch(notifyError);
    },
    FollowNext: () => void followAnother(world).catch(notifyError),
    Favourite: () => onSelected((it) => void album.toggle(it).catch(notifyError)),
    Rename: () => onSelected((it) => void album.rename(it).catch(notifyError)),
    Tour: () => tour.begin(),
    Deselect: () => {
      if (tools.drop()) return;
      if (charts.isLarge) charts.toggleSize();
      else world.send("select", null);
    },
    ...Object.fromEntries([...overlayActions, ...panelActions, ...toolActions]),
    Colour: () => openColours(),
    Feed: () => onSelected((whom) => tools.apply({ command: "feed", whom })),
    Remove: () => onSelected((whom) => tools.apply({ command: "remove", whom })),
    SwitchLink: () => tools.report(world.call("switchLink")),
    Undo: () => void undo(world).catch(notifyError),
    Screenshot: () => void save(world, "Screenshot"),
    SaveChart: () => charts.save(),
    Gif: () => void save(world, "Gif"),
    Snapshot: () => void save(world, "Snapshot"),
    SaveScenario: () => void save(world, "SaveScenario"),
    Record: () => void save(world, "Record"),
    Share: () => void share(world, () => void save(world, "Record")),
    Open: () => opening.choose(),
    NewWorld: () => void newWorld().catch(notifyError),
    Creatures: () => editor.toggle(),
    Life: () => inspector.toggle("life"),
    Family: () => inspector.toggle("relatives"),
    Steps: () => inspector.toggle("steps"),
    NextChart: () => charts.next(),
    ChartScale: () => charts.nextScale(),
    EnlargeChart: () => charts.toggleSize(),
    Timeline: () => timeline.toggle(),
    AllPanels: toggleAllPanels,
    Help: () => openHelp(actions, world.library.version),
  };
  const parts = { world, overlays, tools, branches, inspector, charts, timeline, editor };
  const actions = new Actions(world.library.actions, handlers, switches(parts));
  const openColours = buildMenus(actions, overlays, branches.button);
  listenToKeys(actions, (event) => tools.key(event));

  // On small screens the report is a sheet, which a tap on an organism or a base opens.
  const showReport = (): void => {
    if (narrow.matches) showPanel("inspector");
  };
  view.onPick = (organism, isDouble, at) => {
    hints.dismiss("world");
    if (organism === null) {
      const selected = world.call("selectSite", ...at);
      return void selected.then((isThere) => isThere && showReport()).catch(notifyError);
    }
    world.send("select", organism);
    if (isDouble) world.send("follow", organism);
    showReport();
  };
  view.observe();
  setTimeout(() => editor.prepare(), 1500);
  let covered = 0;
  world.watch((state) => {
    showName(state);
    if (state.world !== covered && narrow.matches && !keeping.isReopening) view.cover();
    covered = state.world;
  });
  return { opening, keeping };
}

async function followAnother(world: World): Promise<void> {
  const organism = await world.call("interesting");
  if (organism === null) return notify("No animal is active.");
  await world.call("select", organism);
  await world.call("follow", organism);
}

async function undo(world: World): Promise<void> {
  const undone = await world.call("undo");
  notify(undone === undefined ? "There is no command to take back." : `Taken back: ${undone}`);
}

function showName(state: WorldState): void {
  const animals = state.organisms.toLocaleString("en");
  setText(byId("world-name"), `${state.name}, seed ${state.seed} · ${animals} organisms`);
  byId("world").ariaLabel =
    `The world ${state.name} at tick ${state.tick}, ${animals} organisms. ` +
    "Arrow keys and plus and minus move the view, N follows an animal.";
}
