/** What the colours of organisms mean: the picture has it in its corner, so this is for screen readers; or why they are those of species. */
import type { ColourKey } from "../contract/engine";
import { byId, element } from "./element";
import type { World } from "./world";

export function showColourKey(world: World): void {
  const key = byId("colours");
  let shown = "";
  world.watch(({ colours }) => {
    const text = JSON.stringify(colours);
    if (text === shown) return;
    shown = text;
    key.hidden = colours === null;
    key.classList.toggle("unseen", colours?.note === null);
    key.replaceChildren(...(colours ? linesOf(colours) : []));
  });
}

function linesOf({ title, lines, note }: ColourKey): HTMLElement[] {
  if (note !== null) return [element("p", { role: "status", textContent: note })];
  const rows = lines.map((textContent) => element("li", { textContent }));
  const name = title.replaceAll("_", " ");
  return [element("p", { textContent: name }), element("ul", {}, ...rows)];
}
