/** Builds the parts of the page and connects them. */
import { Actions, listenToKeys } from "./actions";
import { Inspector } from "./inspector";
import { byId } from "./element";
import { Opening } from "./opening";
import { SpeciesPanel } from "./species";
import { TimelineBar } from "./timeline";
import { Transport } from "./transport";
import { View } from "./view";
import type { World } from "./world";

export function build(world: World): { opening: Opening } {
  const act = (id: string): void => actions.run(id);
  const view = new View(world);
  const transport = new Transport(world, act);
  const species = new SpeciesPanel(world);
  const inspector = new Inspector(world, act);
  const timeline = new TimelineBar(world, () => []);
  byId("time").append(transport.element, timeline.element);
  const opening = new Opening(world);
  view.observe();
  view.onPick = (organism, isDouble) => {
    world.send("select", organism);
    if (isDouble && organism !== null) world.send("follow", organism);
  };
  const actions = new Actions(world.library.actions, {
    PlayPause: () => world.send(world.state?.playing ? "pause" : "play"),
    Step: () => world.send("step"),
  });
  listenToKeys(actions, () => false);
  (void species, inspector);
  return { opening };
}
