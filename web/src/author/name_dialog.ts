/** The dialog that asks for the name of a creature, and for what it begins from. */
import { openDialog } from "../page/dialog";
import { choice, element, labelled } from "../page/element";

export interface NameQuestion {
  title: string;
  /** The text of the button that goes on. */
  yes: string;
  name: string;
  /** What to choose besides the name. */
  from?: {
    label: string;
    options: (readonly [value: string, text: string])[];
    /** The name that a choice suggests. */
    suggest?: (chosen: string) => string;
  };
  /** Why a name cannot be taken, or null. */
  problem: (name: string) => string | null;
  /** Does it; an error is shown in the dialog, which stays open. */
  act: (name: string, chosen: string) => Promise<void>;
  /** Called after that, when the dialog has closed. */
  done?: () => void;
}

export function askForName(question: NameQuestion): void {
  const { from } = question;
  const name = element("input", { type: "text", value: question.name, required: true });
  name.autocomplete = "off";
  name.spellcheck = false;
  name.autocapitalize = "off";
  const options = choice(from?.options ?? [], from?.options[0]?.[0] ?? "");
  const refusal = element("p", { className: "author-refusal", role: "alert" });
  const submit = element("button", { type: "submit", className: "primary" }, question.yes);
  const hint = "Up to 40 lowercase letters, digits, - and _";
  const form = element(
    "form",
    { className: "content-form", noValidate: true },
    from && labelled(from.label, options),
    labelled("Name", name, hint),
    refusal,
    element("div", { className: "buttons" }, submit),
  );
  const suggested = (): void => {
    if (from?.suggest) name.value = from.suggest(options.value);
  };
  const refuse = (text: string): void => {
    refusal.textContent = text;
    name.ariaInvalid = "true";
    name.focus();
  };
  options.onchange = suggested;
  suggested();
  name.oninput = () => {
    refusal.textContent = "";
    name.ariaInvalid = "false";
  };
  const dialog = openDialog(question.title, form);
  form.onsubmit = (event) => {
    event.preventDefault();
    const chosen = name.value.trim();
    const problem = question.problem(chosen);
    if (problem) return refuse(problem);
    question.act(chosen, options.value).then(
      () => {
        dialog.close();
        question.done?.();
      },
      (error: unknown) => refuse(error instanceof Error ? error.message : String(error)),
    );
  };
  (from ? options : name).focus();
}
