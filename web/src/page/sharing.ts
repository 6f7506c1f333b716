/** The dialog with the link of a run. */
import { openDialog } from "./dialog";
import { element, labelled } from "./element";
import { addressOf } from "./link";
import { notify, notifyError } from "./notices";
import type { World } from "./world";

export async function openShare(world: World, saveRecording: () => void): Promise<void> {
  let text: string;
  try {
    text = addressOf(await world.call("share"));
  } catch (error) {
    return openTooLarge(error, saveRecording);
  }
  const field = element("textarea", { rows: 4, readOnly: true, value: text, spellcheck: false });
  const copy = element("button", { type: "button", className: "primary" }, "Copy");
  const tick = world.state?.tick.toLocaleString("en") ?? "";
  const kilobytes = (text.length / 1024).toFixed(1);
  openDialog(
    "Share this run",
    element(
      "p",
      {},
      `The link holds the whole run to tick ${tick}: ${kilobytes} kB. Whoever opens it runs the same world.`,
    ),
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
      .writeText(text)
      .then(() => notify("The link is copied", "good"))
      .catch(() => {
        field.select();
        notify("The browser refuses to copy: the link is selected, copy it with Ctrl+C.", "bad");
      });
  };
  field.onfocus = () => field.select();
  copy.focus();
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
