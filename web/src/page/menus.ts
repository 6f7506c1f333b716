/** The menu bar: a menu for each group of actions, and on small screens one whose rows open the groups. */
import type { ActionEntry } from "../contract/engine";
import { type Actions, tipOf } from "./actions";
import { byId, element } from "./element";
import { Menu, type MenuRow, type Rows } from "./menu";
import type { Overlays } from "./overlays";
import { narrow } from "./panels";

/** Builds the menu bar. Returns what opens the list of colourings. */
export function buildMenus(
  actions: Actions,
  overlays: Overlays,
  branches: HTMLElement,
): () => void {
  const colours: Rows = async () => [{ heading: "Colour by" }, ...(await overlays.colourRows())];
  const rowOf = ({ id, name, keys, help }: ActionEntry): MenuRow => {
    const row = { name, key: keys[0], help, isChecked: actions.isOn(id) };
    if (id === "Colour") return { ...row, rows: colours };
    return { ...row, choose: () => actions.run(id) };
  };
  const groups = actions.groups.map((name) => {
    const rows: Rows = () => actions.ofGroup(name).map(rowOf);
    return { name, rows, menu: new Menu(name, name, rows) };
  });
  const folded = new Menu("Menu", "Menu", () =>
    groups.map(({ name, rows }) => ({ name, key: "›", rows })),
  );
  const button = (id: string): HTMLElement => {
    const entry = actions.entry(id);
    const made = element("button", { type: "button", className: "menu-button" }, entry?.name ?? id);
    if (entry) made.title = tipOf(entry);
    made.onclick = () => actions.run(id);
    return made;
  };
  for (const { menu } of groups) menu.button.classList.add("group");
  folded.button.classList.add("folded");
  const buttons = [...groups.map(({ menu }) => menu.button), folded.button];
  byId("menus").append(...buttons, branches, button("Creatures"), button("Help"));
  return () => {
    const group = groups.find(({ name }) => name === actions.entry("Colour")?.group);
    (narrow.matches ? folded : group?.menu)?.open(colours);
  };
}
