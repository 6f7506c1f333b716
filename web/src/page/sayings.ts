/** What a session says by itself, such as what the followed organism has died of. */
import { notify } from "./notices";
import type { World } from "./world";

export function announceSayings(world: World): void {
  let last = "";
  world.watch((state) => {
    if (!state.said) return;
    const key = `${state.world} ${state.said.number}`;
    if (key === last) return;
    last = key;
    notify(state.said.text);
  });
}
