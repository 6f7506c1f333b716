/** What the second worker does for the page: what takes long, and needs no world. */
import type { AsideRequests, Handlers } from "../contract/messages";
import { library, parsed } from "./engine";

/** The time between two messages with the progress of a search, in milliseconds. */
const REST = 100;

/** The handlers of requests. `progressed` is called with the ticks that a search has replayed, and how many there are. */
export function asideHandlers(
  progressed: (done: number, ticks: number) => void,
): Handlers<AsideRequests> {
  const paced = (): { report: typeof progressed } => {
    let reportedAt = performance.now();
    return {
      report(done, ticks) {
        const now = performance.now();
        if (now - reportedAt < REST) return;
        reportedAt = now;
        progressed(done, ticks);
      },
    };
  };
  return {
    checkCreature: (name, files) => parsed(library.checkCreature(name, JSON.stringify(files))),
    testCreature: (name, files) => parsed(library.testCreature(name, JSON.stringify(files))),
    search: (recording, { organism, condition, tick, isForward }) =>
      parsed(library.search(recording, organism, condition, tick, isForward, paced())),
  };
}
