/** What is shown when the page cannot start or continue. */
import { byId, element } from "./element";

/** A module whose function returns a vector. */
const VECTORS = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b],
  [0x03, 0x02, 0x01, 0x00],
  [0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b],
].flat();

const OTHERS =
  "Use a current Firefox, Chromium, Edge or Safari, or run `terrarium` on this computer.";

/** What the browser lacks, or nothing. */
export function unsupported(): string | undefined {
  if (typeof WebAssembly !== "object") {
    return `It has no WebAssembly, in which the simulation runs, or WebAssembly is switched off. ${OTHERS}`;
  }
  if (!WebAssembly.validate(new Uint8Array(VECTORS))) {
    return `Its WebAssembly has no vectors, which browsers have had since 2023. ${OTHERS}`;
  }
  if (typeof OffscreenCanvas === "undefined" || typeof Worker === "undefined") {
    return "It cannot paint in workers (OffscreenCanvas). Use a current Firefox, Chromium, Edge or Safari.";
  }
  return undefined;
}

/** Shows in place of the world that it has stopped, and how to continue. What is kept of it is not opened again. */
export function showCrash(title: string, message: string, canRetry: boolean): void {
  document.getElementById("loading")?.remove();
  document.getElementById("crash")?.remove();
  const again = element("button", { type: "button", className: "primary" }, "Start again");
  again.onclick = () => location.reload();
  const [first = "", ...rest] = message.split("\n");
  const screen = element(
    "div",
    { id: "crash", role: "alert" },
    element("h2", { textContent: title }),
    element("p", { textContent: first }),
    rest.length > 0 && element("pre", { textContent: rest.join("\n") }),
    canRetry &&
      element("p", {}, "What was not saved is lost. Creatures that you have kept are not."),
    canRetry && again,
  );
  byId("view").append(screen);
  if (canRetry) again.focus();
}
