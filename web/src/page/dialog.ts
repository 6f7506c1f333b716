/** Dialogs. */
import { element } from "./element";
import { icon } from "./icons";

/** A dialog with a heading and a button that closes it. It is removed when it closes. */
export function openDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const close = element("button", { className: "quiet", type: "button", ariaLabel: "Close" });
  close.append(icon("close"));
  const heading = element("h2", { textContent: title, id: `dialog-${Date.now()}` });
  const dialog = element(
    "dialog",
    { className: "dialog", "aria-labelledby": heading.id },
    element("header", {}, heading, close),
    element("div", { className: "content", tabIndex: 0 }, ...content),
  );
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector<HTMLElement>(".content :is(input, select, textarea)");
  (first ?? dialog.querySelector<HTMLElement>(".content"))?.focus();
  return dialog;
}

/** Asks a question. Returns whether the answer is `yes`. */
export function ask(title: string, content: Node[], yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    const agree = element("button", { type: "button", className: "primary", textContent: yes });
    const cancel = element("button", { type: "button", textContent: "Cancel" });
    const buttons = element("div", { className: "buttons" }, agree, cancel);
    const dialog = openDialog(title, ...content, buttons);
    let isAgreed = false;
    agree.onclick = () => {
      isAgreed = true;
      dialog.close();
    };
    cancel.onclick = () => dialog.close();
    dialog.addEventListener("close", () => resolve(isAgreed));
    agree.focus();
  });
}
