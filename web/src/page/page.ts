/** The page: it starts the worker, builds the panels, and connects them. */
import { embeddedRun } from "./assets";
import { byId } from "./element";
import { showCrash, unsupported } from "./failure";
import { build } from "./building";
import { World } from "./world";

async function start(): Promise<void> {
  const missing = unsupported();
  if (missing) return showCrash("This browser cannot show the page", missing, false);
  const world = new World();
  world.onCrash = (message) => showCrash("The simulation has stopped", message, true);
  const canvas = byId<HTMLCanvasElement>("world");
  await world.start(canvas);
  const { opening, keeping } = build(world);
  world.onCrash = (message) => {
    keeping.forget();
    showCrash("The simulation has stopped", message, true);
  };
  world.watch(() => document.getElementById("loading")?.remove());
  await opening.first(embeddedRun());
}

start().catch((error: unknown) => {
  showCrash(
    "The page could not start",
    error instanceof Error ? error.message : String(error),
    true,
  );
});
