/** The menus of the page. */
import type { Actions } from "./actions";
import { byId } from "./element";
import { menuButton, type MenuRow } from "./menu";
import type { Overlays } from "./overlays";

export function buildMenus(
  actions: Actions,
  overlays: Overlays,
  branches: HTMLElement,
): HTMLElement {
  const row = (id: string): MenuRow => {
    const entry = actions.entry(id);
    const choose = (): void => actions.run(id);
    return { name: entry?.name ?? id, key: entry?.keys[0], help: entry?.help, choose };
  };
  const keyOf = (id: string): string | undefined => actions.entry(id)?.keys[0];
  const world = menuButton("World", "World", () => [
    row("NewWorld"),
    row("Open"),
    row("Share"),
    { heading: "Save" },
    ...["Screenshot", "Gif", "Snapshot", "Record", "SaveScenario", "SaveChart"].map(row),
  ]);
  const edit = menuButton("Edit", "Edit", () => [
    row("Undo"),
    null,
    ...["Add", "Wall", "Polygon", "RemoveWalls", "Paint", "Drought", "Plague", "Fire"].map(row),
    null,
    ...["Feed", "Remove"].map(row),
  ]);
  const view = menuButton("View", "View", () => [
    ...["Fit", "ZoomIn", "ZoomOut", "Follow", "FollowNext", "Tour", "Beside", "AllPanels"].map(row),
    { heading: "Overlays" },
    ...overlays.overlayRows(keyOf),
  ]);
  const colours = menuButton("Colours", "Colour by", async () => [
    { heading: "Colour by" },
    ...(await overlays.colourRows()),
  ]);
  const help = menuButton("Help", "Help", () => [
    row("Help"),
    ...["Find", "Charts", "Lineages", "Ticker", "Inspector", "Map", "Legend", "Timeline"].map(row),
  ]);
  byId("menus").append(world, edit, view, colours, branches, help);
  return colours;
}
