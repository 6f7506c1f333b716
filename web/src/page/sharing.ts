/** Sharing a run: its link is copied, or shown where the browser does not let the page copy. */
import { openDialog } from "./dialog";
import { element, labelled } from "./element";
import { addressOf } from "./link";
import { notify, notifyError } from "./notices";
import type { World } from "./world";

/** Copies the link of the run up to this tick. */
export async function share(world: World, saveRecording: () => void): Promise<void> {
  let link: string;
  try {
    link = addressOf(await world.call("share"));
  } catch (error) {
    return openTooLarge(error, saveRecording);
  }
  const tick = world.state?.tick.toLocaleString("en") ?? "";
  const held = `the whole run to tick ${tick}, ${(link.length / 1024).toFixed(1)} kB`;
  try {
    await navigator.clipboard.writeText(link);
    notify(`The link is copied: ${held}`, "good");
  } catch {
    showLink(link, held);
  }
}

/** Shows a link that the browser did not let the page copy. */
function showLink(link: string, held: string): void {
  const field = element("textarea", { rows: 4, readOnly: true, value: link, spellcheck: false });
  const copy = element("button", { type: "button", className: "primary" }, "Copy");
  const dialog = openDialog(
    "Share this run",
    element("p", {}, `The link holds ${held}. The browser did not let the page copy it.`),
    labelled("Link", field),
    element("div", { className: "buttons" }, copy),
    element(
      "p",
      { className: "note" },
      "terrarium run LINK and terrarium watch LINK take it, too.",
    ),
  );
  copy.onclick = () => {
    navigator.clipboard
      .writeText(link)
      .then(() => {
        dialog.close();
        notify(`The link is copied: ${held}`, "good");
      })
      .catch(() => {
        field.select();
        notify("The browser refuses to copy: the link is selected, copy it with Ctrl+C.", "bad");
      });
  };
  field.onfocus = () => field.select();
  field.focus();
}

function openTooLarge(error: unknown, saveRecording: () => void): void {
  const save = element("button", { type: "button", className: "primary" }, "Save the recording");
  const text = error instanceof Error ? error.message : String(error);
  const dialog = openDialog(
    "This run cannot be a link",
    element("p", { className: "error", textContent: text }),
    element("div", { className: "buttons" }, save),
  );
  save.onclick = () => {
    dialog.close();
    try {
      saveRecording();
    } catch (problem) {
      notifyError(problem);
    }
  };
}
