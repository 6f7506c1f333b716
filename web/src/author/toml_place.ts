/** Where the cursor is in a TOML text: in which table, and at a key or a value. */
import type { Text } from "@codemirror/state";

export interface TomlPlace {
  /** In the brackets of a table's heading, before a key, or at the value of one. */
  part: "heading" | "key" | "value";
  /** The path of the table. */
  table: string[];
  /** The path of the key whose value this is. */
  key: string[] | null;
  /** The keys and headings that the table has already. */
  present: Set<string>;
}

const HEADING = /^\s*\[\s*([^[\]]*?)\s*\]/;
const KEY = /^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=/;

/** The place at a position, or null in a comment. */
export function placeAt(text: Text, position: number): TomlPlace | null {
  const line = text.lineAt(position);
  const before = line.text.slice(0, position - line.from);
  if (isComment(before)) return null;
  const table = tableAbove(text, line.number);
  if (/^\s*\[[^\]]*$/.test(before)) {
    return { part: "heading", table: [], key: null, present: headings(text, line.number) };
  }
  const assigned = KEY.exec(before);
  if (!assigned) {
    return { part: "key", table, key: null, present: keysAround(text, line.number) };
  }
  const key = [...table, ...parts(assigned[1] as string)];
  const value = before.slice(assigned[0].length);
  const inline = openInline(value);
  if (inline === null) return { part: "value", table, key, present: new Set() };
  // In an inline table: `{ value = 60, herit`.
  const fields = inline.split(",");
  const field = fields.at(-1) as string;
  const name = KEY.exec(field);
  const present = new Set(fields.map((it) => it.split("=")[0]?.trim() ?? ""));
  if (!name) return { part: "key", table: key, key: null, present };
  return { part: "value", table: key, key: [...key, ...parts(name[1] as string)], present };
}

/** The path of the key or the table that a position is on. */
export function pathAt(text: Text, position: number): { path: string[]; from: number } | null {
  const line = text.lineAt(position);
  const heading = HEADING.exec(line.text);
  if (heading) return { path: parts(heading[1] as string), from: line.from };
  const found = KEY.exec(line.text);
  if (!found || position - line.from > found[0].length) return null;
  const table = tableAbove(text, line.number);
  return { path: [...table, ...parts(found[1] as string)], from: line.from };
}

function parts(path: string): string[] {
  return path.split(".").map((part) => part.trim().replace(/^"|"$/g, ""));
}

function tableAbove(text: Text, number: number): string[] {
  for (let above = number - 1; above >= 1; above -= 1) {
    const found = HEADING.exec(text.line(above).text);
    if (found) return parts(found[1] as string);
  }
  return [];
}

function headings(text: Text, except: number): Set<string> {
  const found = new Set<string>();
  for (let number = 1; number <= text.lines; number += 1) {
    const heading = number === except ? null : HEADING.exec(text.line(number).text);
    if (heading) found.add(heading[1] as string);
  }
  return found;
}

/** The keys of the table that a line is in, without those of the line itself. */
function keysAround(text: Text, number: number): Set<string> {
  const found = new Set<string>();
  const visit = (at: number): boolean => {
    if (at < 1 || at > text.lines || HEADING.test(text.line(at).text)) return false;
    const key = KEY.exec(text.line(at).text);
    if (key) found.add(key[1] as string);
    return true;
  };
  for (let at = number - 1; visit(at); at -= 1);
  for (let at = number + 1; visit(at); at += 1);
  return found;
}

function isComment(before: string): boolean {
  return before.replace(/"(?:[^"\\]|\\.)*"?|'[^']*'?/g, "").includes("#");
}

/** What stands after the last brace that is open, or null. */
function openInline(value: string): string | null {
  const open = value.lastIndexOf("{");
  return open > value.lastIndexOf("}") ? value.slice(open + 1) : null;
}
