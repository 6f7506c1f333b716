// The least creature: walks up to the nearest plant and eats of it, or to the middle of the world.
import { me, sighting, Seen, goBeside, goNear, eat, reproduce } from "../assembly/index";
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
  goNear((me.minX + me.maxX) * 0.5, (me.minY + me.maxY) * 0.5, me.maxSpeed);
}
