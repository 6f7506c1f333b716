/** Short messages above the world, read out by screen readers. */
import { byId, element } from "./element";
import { icon } from "./icons";

const SHOWN = 6000;
/** The greatest number of messages; the oldest goes first. On small screens they would cover the world. */
const MOST = 3;
const MOST_NARROW = 2;
const narrow = matchMedia("(max-width: 899px)");

export type Tone = "plain" | "good" | "bad";

/** Shows a text; errors stay until they are closed. */
export function notify(text: string, tone: Tone = "plain"): void {
  const host = byId("notices");
  const [first = "", ...rest] = text.split("\n");
  const close = element("button", {
    className: "quiet",
    type: "button",
    ariaLabel: "Close this message",
  });
  close.append(icon("close"));
  const body = element("div", {}, element("p", { textContent: first }));
  if (rest.length > 0) body.append(element("pre", { textContent: rest.join("\n") }));
  const note = element("div", { className: `notice ${tone}` }, body, close);
  for (const other of [...host.children]) {
    if (other instanceof HTMLElement && other.dataset["text"] === text) other.remove();
  }
  note.dataset["text"] = text;
  close.onclick = () => note.remove();
  host.append(note);
  const most = narrow.matches ? MOST_NARROW : MOST;
  while (host.childElementCount > most) host.firstElementChild?.remove();
  if (tone !== "bad") setTimeout(() => note.remove(), SHOWN);
}

/** Shows what an error says. */
export function notifyError(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "bad");
}
