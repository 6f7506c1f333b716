// The least creature: walks up to the nearest plant and eats of it.
import { me, sighting, Seen, goBeside, eat, reproduce } from "../assembly/index";
export { terrarium_abi, terrarium_buffer } from "../assembly/index";

export function terrarium_turn(): void {
  if (me.canReproduce) reproduce();
  for (let i: u32 = 0; i < me.sightingCount; i++) {
    const s = sighting(i);
    if (s.seen == Seen.Plant) {
      goBeside(s.id, me.maxSpeed);
      return eat(s.id);
    }
  }
}
