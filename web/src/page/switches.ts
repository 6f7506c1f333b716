/** Which actions are on, of those that switch something on and off. */
import type { Branches } from "./branches";
import type { ChartsPanel } from "./charts";
import type { CreatureEditor } from "./creatures";
import type { Inspector } from "./inspector";
import { OVERLAY_ACTIONS, type Overlays } from "./overlays";
import { areAllHidden, isShown } from "./panels";
import type { TimelineBar } from "./timeline";
import { TOOLS } from "./tool_table";
import type { Tools } from "./tools";
import type { World } from "./world";

export interface Switched {
  world: World;
  overlays: Overlays;
  tools: Tools;
  branches: Branches;
  inspector: Inspector;
  charts: ChartsPanel;
  timeline: TimelineBar;
  editor: CreatureEditor;
}

/** The actions that toggle panels. */
export const PANEL_ACTIONS: Record<string, string> = {
  Inspector: "inspector",
  Charts: "charts",
  Lineages: "lineages",
  Album: "album",
  Ticker: "events",
  Map: "map",
  Legend: "species",
};

/** Whether each of these actions is on. */
export function switches(parts: Switched): Record<string, () => boolean> {
  const { world, overlays, tools, branches, inspector, charts, timeline, editor } = parts;
  const ofOverlays = Object.entries(OVERLAY_ACTIONS).map(
    ([id, name]) => [id, () => overlays.has(name)] as const,
  );
  const ofPanels = Object.entries(PANEL_ACTIONS).map(
    ([id, name]) => [id, () => isShown(name)] as const,
  );
  const ofTools = TOOLS.map(({ action, name }) => [action, () => tools.has(name)] as const);
  return {
    ...Object.fromEntries([...ofOverlays, ...ofPanels, ...ofTools]),
    PlayPause: () => world.state?.playing ?? false,
    FullSpeed: () => world.state?.speed === Infinity,
    Beside: () => branches.isBeside,
    Follow: () => world.state?.followed != null,
    Tour: () => world.state?.tour != null,
    Colour: () => overlays.isColoured,
    Life: () => inspector.shows("life"),
    Family: () => inspector.shows("relatives"),
    Steps: () => inspector.shows("steps"),
    EnlargeChart: () => charts.isLarge,
    Timeline: () => timeline.isShown,
    Creatures: () => editor.isOpen,
    AllPanels: areAllHidden,
  };
}
