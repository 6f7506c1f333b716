/** The JSON Schema of `creature.toml`: which keys a table has, and what each means. */

export interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  enum?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** The schema of the value at a path of keys, or undefined where the path leads nowhere. */
export function schemaAt(root: Schema, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>((schema, key) => schema && member(schema, key), root);
}

function member(schema: Schema, key: string): Schema | undefined {
  const known = schema.properties?.[key];
  if (known) return known;
  if (typeof schema.additionalProperties === "object") return schema.additionalProperties;
  const tables = schema.anyOf ?? [];
  return tables.map((it) => member(it, key)).find((it) => it !== undefined);
}

/** The keys that a table can have. */
export function keysOf(schema: Schema): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {});
  return [...own, ...(schema.anyOf ?? []).flatMap(keysOf)];
}

export function isTable(schema: Schema): boolean {
  return schema.type === "object";
}

/** The paths of all tables, without those in inline tables. */
export function tablePaths(schema: Schema, above: string[] = []): [string[], Schema][] {
  return keysOf(schema)
    .filter(([, value]) => isTable(value))
    .flatMap(([key, value]) => {
      const path = [...above, key];
      const isOpen = above.length < 1;
      return [[path, value] as [string[], Schema], ...(isOpen ? tablePaths(value, path) : [])];
    });
}

/** The values that a key can have, if they are few. */
export function valuesOf(schema: Schema): string[] {
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it));
  return schema.type === "boolean" ? ["true", "false"] : [];
}

/** What a value may be: `number, 0 to 100`. */
export function constraint(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema.anyOf) return schema.anyOf.map(constraint).join(", or ");
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) {
    return `${schema.type ?? "number"}, ${minimum} to ${maximum}`;
  }
  if (schema.maxLength !== undefined) return `text of at most ${schema.maxLength} characters`;
  const names: Record<string, string> = { object: "table", string: "text", array: "list" };
  return names[schema.type ?? ""] ?? schema.type ?? "";
}

/** The documentation of a key: its meaning, then what it may be. */
export function documentation(schema: Schema): string {
  return [schema.description, constraint(schema)].filter(Boolean).join(" · ");
}

/** What to insert for a value that is not there yet; `#{}` is where the cursor goes. */
export function valueTemplate(schema: Schema): string {
  if (schema.enum || schema.type === "boolean") return "#{}";
  if (schema.pattern || schema.type === "string") return '"#{}"';
  if (schema.type === "array") return "[#{}]";
  return "#{}";
}
