/** The dialog that founds a world: scenario, seed, populations, other overrides, own creatures. */
import type { Creature, Founding, ShippedScenario } from "../contract/engine";
import { openDialog } from "./dialog";
import { choice, element, labelled, setText } from "./element";

export interface NewWorldOffer {
  scenarios: readonly ShippedScenario[];
  /** The creatures that this browser keeps. */
  creatures: readonly Creature[];
  /** The creature to be put into the world at first. */
  chosen?: string | undefined;
  found(founding: Founding): Promise<void>;
}

const ADDED = 20;

export function openNewWorld(offer: NewWorldOffer): void {
  const names = offer.scenarios.map(({ name }) => [name, name] as const);
  const scenario = choice(names, "meadow");
  const description = element("p", { className: "note" });
  const seed = element("input", { type: "text", inputMode: "numeric", value: "" });
  seed.placeholder = "that of the scenario";
  const counts = element("div", { className: "fields" });
  const overrides = element("textarea", { rows: 3, spellcheck: false });
  overrides.placeholder = "rules.light=40";
  const problem = element("p", { className: "error", role: "alert" });
  const start = element("button", { type: "submit", className: "primary" }, "Start");
  const populations = new Map<string, HTMLInputElement>();

  const showScenario = (): void => {
    const chosen = offer.scenarios.find((it) => it.name === scenario.value);
    setText(description, chosen?.description ?? "");
    populations.clear();
    const known = populationsOf(chosen?.text ?? "");
    const fields = known.map(([species, count]) => {
      const input = countField(count);
      populations.set(species, input);
      return labelled(species, input);
    });
    counts.replaceChildren(...fields);
  };
  scenario.onchange = showScenario;
  showScenario();

  const own = offer.creatures.map((creature) => {
    const input = countField(creature.name === offer.chosen ? ADDED : 0);
    return { creature, input, field: labelled(creature.name, input) };
  });
  const form = element(
    "form",
    { className: "content-form" },
    labelled("Scenario", scenario),
    description,
    labelled("Seed", seed, "Equal seeds and settings give equal worlds."),
    group("Founders of each species", counts),
    own.length > 0 &&
      group(
        "Your creatures, and how many of each",
        element("div", { className: "fields" }, ...own.map((it) => it.field)),
      ),
    labelled("Other overrides", overrides, "One key=value a line, as with --set of the command."),
    element(
      "p",
      { className: "note" },
      "This replaces the present world. Save it first to keep it.",
    ),
    problem,
    element("div", { className: "buttons" }, start),
  );
  const dialog = openDialog("New world", form);
  form.onsubmit = (event) => {
    event.preventDefault();
    start.disabled = true;
    setText(problem, "");
    const wanted = own.filter(({ input }) => Number(input.value) > 0);
    const founding: Founding = {
      scenario: { name: scenario.value },
      overrides: [
        ...(seed.value.trim() ? [`seed=${seed.value.trim()}`] : []),
        ...[...populations]
          .filter(isChanged)
          .map(([species, it]) => `population.${species}=${it.value}`),
        ...wanted.map(({ creature, input }) => `population.${creature.name}=${input.value}`),
        ...overrides.value
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      ],
      creatures: wanted.map(({ creature }) => creature),
    };
    offer
      .found(founding)
      .then(() => dialog.close())
      .catch((error: unknown) => {
        setText(problem, error instanceof Error ? error.message : String(error));
        start.disabled = false;
      });
  };
}

/** The species and their numbers in the text of a scenario. */
function populationsOf(text: string): [species: string, count: number][] {
  const tables = text.split(/^\[\[population\]\]/m).slice(1);
  return tables.flatMap((table): [string, number][] => {
    const species = /^species\s*=\s*"([^"]+)"/m.exec(table)?.[1];
    const count = /^count\s*=\s*(\d+)/m.exec(table)?.[1];
    return species && count ? [[species, Number(count)]] : [];
  });
}

function countField(count: number): HTMLInputElement {
  const value = String(count);
  return element("input", { type: "number", min: "0", step: "1", value, defaultValue: value });
}

function isChanged([, input]: [string, HTMLInputElement]): boolean {
  return input.value !== input.defaultValue && input.value !== "";
}

function group(name: string, content: HTMLElement): HTMLElement {
  return element("fieldset", {}, element("legend", { textContent: name }), content);
}
