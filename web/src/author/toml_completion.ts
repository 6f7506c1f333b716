/** Completion and documentation of `creature.toml`. */
import { snippet } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { constraint, documentation, isTable, keysOf, schemaAt, tablePaths } from "./schema";
import { valueTemplate, valuesOf } from "./schema";
import type { Schema } from "./schema";
import { pathAt, placeAt } from "./toml_place";
import type { TomlPlace } from "./toml_place";
import type { Documentation } from "./code_editor";
import type { Text } from "@codemirror/state";

export class TomlReference {
  constructor(private readonly schema: Schema) {}

  complete(context: CompletionContext): CompletionResult | null {
    const place = placeAt(context.state.doc, context.pos);
    if (!place) return null;
    const typed = context.matchBefore(place.part === "value" ? /"?[\w#-]*$/ : /\[?[\w.-]*$/);
    const from = typed?.from ?? context.pos;
    if (from === context.pos && !context.explicit && place.part !== "value") return null;
    const options = this.options(place, typed?.text ?? "");
    return options.length > 0 ? { from, options, validFor: /^["[]?[\w.-]*$/ } : null;
  }

  /** What the key or the table at a position means. */
  document(text: Text, position: number): Documentation | null {
    const found = pathAt(text, position);
    const schema = found && schemaAt(this.schema, found.path);
    if (!schema || found.path.length === 0) return null;
    return { form: found.path.join("."), text: documentation(schema) };
  }

  private options(place: TomlPlace, typed: string): Completion[] {
    if (place.part === "heading") return this.tables(place.present);
    if (place.part === "value") return this.values(place.key ?? []);
    if (typed.startsWith("[")) return this.tables(place.present);
    return [...this.keys(place), ...(place.table.length < 2 ? this.tables(place.present) : [])];
  }

  private keys({ table, present }: TomlPlace): Completion[] {
    const schema = schemaAt(this.schema, table);
    if (!schema) return [];
    return keysOf(schema)
      .filter(([key, value]) => !present.has(key) && !(table.length === 0 && isTable(value)))
      .map(([key, value]) => ({
        label: key,
        type: "property",
        detail: constraint(value),
        info: value.description ?? documentation(value),
        apply: snippet(`${key} = ${valueTemplate(value)}`),
        boost: 1,
      }));
  }

  private tables(present: Set<string>): Completion[] {
    return tablePaths(this.schema)
      .map(([path, schema]) => [path.join("."), schema] as const)
      .filter(([path]) => !present.has(path))
      .map(([path, schema]) => ({
        label: `[${path}]`,
        type: "class",
        detail: "table",
        ...(schema.description ? { info: schema.description } : {}),
      }));
  }

  private values(key: string[]): Completion[] {
    const schema = schemaAt(this.schema, key);
    const info = schema?.description;
    return (schema ? valuesOf(schema) : []).map((label) => ({
      label,
      type: "enum",
      ...(info ? { info } : {}),
    }));
  }
}
