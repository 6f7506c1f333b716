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

let fields = 0;

/** A field with its label, and a hint below. */
export function labelled(label: string, field: HTMLElement, hint?: string): HTMLElement {
  fields += 1;
  field.id ||= `field-${fields}`;
  const note = hint ? element("small", { id: `hint-${fields}`, textContent: hint }) : null;
  if (note) field.setAttribute("aria-describedby", note.id);
  const name = element("label", { htmlFor: field.id, textContent: label });
  return element("div", { className: "field" }, name, field, note);
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
