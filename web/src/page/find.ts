/** Finding a tick in which a condition holds, or an organism by its number. */
import { Aside } from "./aside";
import { openDialog } from "./dialog";
import { element, labelled, setText } from "./element";
import { showPanel } from "./panels";
import type { World } from "./world";

export function openFind(world: World, showLife: () => void): void {
  const selected = world.state?.selected ?? null;
  const input = element("input", { type: "text", spellcheck: false, autocomplete: "off" });
  input.placeholder = "me.energy < 5 && !moving";
  const outcome = element("p", { role: "status" });
  const forward = element("button", { type: "button", className: "primary" }, "Forward");
  const backward = element("button", { type: "button" }, "Backward");
  const about =
    selected === null
      ? "Nothing is selected: type the number of an organism, such as 17, to select it."
      : `A condition about #${selected}, such as changed(memory.state), or the number of an organism.`;
  const dialog = openDialog(
    "Find",
    labelled("Condition or number", input, about),
    element("div", { className: "buttons" }, forward, backward),
    outcome,
  );

  const aside = new Aside();
  aside.onProgress = (done, ticks) => {
    setText(outcome, `Searching: ${done} of at most ${ticks} ticks …`);
  };
  dialog.addEventListener("close", () => aside.stop("The search was stopped."));

  const find = async (condition: string, isForward: boolean): Promise<void> => {
    if (selected === null) throw new Error("Select the organism that the condition is about.");
    await world.call("pause");
    const tick = await world.call("tick");
    const recording = await world.call("recording");
    const search = { organism: selected, condition, tick, isForward };
    const found = await aside.call("search", recording, search);
    setText(outcome, found.text);
    if (found.tick !== null) world.send("seek", found.tick);
  };

  const search = async (isForward: boolean): Promise<void> => {
    const text = input.value.trim();
    outcome.className = "";
    if (/^#?\d+$/.test(text)) {
      await world.call("select", Number(text.replace("#", "")));
      showPanel("inspector");
      showLife();
      return dialog.close();
    }
    forward.disabled = backward.disabled = true;
    setText(outcome, "Searching …");
    try {
      await find(text, isForward);
    } catch (error) {
      outcome.className = "error";
      setText(outcome, error instanceof Error ? error.message : String(error));
    }
    forward.disabled = backward.disabled = false;
    input.focus();
  };
  forward.onclick = () => void search(true);
  backward.onclick = () => void search(false);
  input.onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void search(!event.shiftKey);
  };
  input.focus();
}
