/** Elements of the page. Texts become text nodes, never markup. */

type Child = Node | string | null | undefined | false;
type Properties<Tag extends keyof HTMLElementTagNameMap> = {
  [Name in keyof HTMLElementTagNameMap[Tag]]?: HTMLElementTagNameMap[Tag][Name] | undefined;
};

/** Makes an element. Attributes whose names have a hyphen are set as such. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag> & Record<`${string}-${string}`, string | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.includes("-")) made.setAttribute(name, String(value));
    else Reflect.set(made, name, value);
  }
  made.append(...children.filter((it): it is Node | string => Boolean(it)));
  return made;
}

/** The element of `index.html` with an identifier. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found as Kind;
}

/** Sets a text only where it differs, which leaves selections alone. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** A field with its label. */
export function labelled(label: string, field: HTMLElement, hint?: string): HTMLLabelElement {
  return element(
    "label",
    { className: "field" },
    element("span", {}, label),
    field,
    hint && element("small", {}, hint),
  );
}

/** A choice of texts, each with its value. */
export function choice(
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): HTMLSelectElement {
  const rows = options.map(([value, text]) =>
    element("option", { value, textContent: text, selected: value === chosen }),
  );
  return element("select", {}, ...rows);
}
