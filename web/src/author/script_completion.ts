/** Completion and documentation of scripts. */
import { snippet } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Text } from "@codemirror/state";
import type { Completions } from "../contract/engine";
import type { Documentation } from "./code_editor";

const KEYWORDS = "if else while loop for in break continue return switch let const fn true false";
const GIVEN = new Map([
  ["me", "the creature itself"],
  ["world", "the tick and the borders"],
  ["memory", "what the creature remembers from turn to turn"],
]);
/** The functions whose results have other properties than a sighting, by what these belong to. */
const MAKERS = new Map([
  ["bases", "base"],
  ["walls", "wall"],
  ["messages", "message"],
]);

export class ScriptReference {
  constructor(private readonly tables: Completions) {}

  complete(context: CompletionContext): CompletionResult | null {
    const { state, pos } = context;
    if (isProse(state, pos)) return null;
    const member = context.matchBefore(/[a-zA-Z_)\]][\w)\]]*\s*\.\s*\w*$/);
    if (member) return this.members(state.doc, member);
    const word = context.matchBefore(/\w+$/);
    if (!word && !context.explicit) return null;
    if (word && /^\d/.test(word.text)) return null;
    const from = word?.from ?? pos;
    const line = state.doc.lineAt(from);
    const start = /^(fn\s+)?$/.exec(line.text.slice(0, from - line.from));
    const options = [
      ...(start ? this.handlers(state.doc, line.from) : []),
      ...this.functions(""),
      ...[...GIVEN].map(([label, info]) => ({ label, info, type: "variable", boost: 1 })),
      ...KEYWORDS.split(" ").map((label) => ({ label, type: "keyword" })),
      ...ownNames(state.doc, from),
    ];
    return { from, options, validFor: /^\w*$/ };
  }

  /** What the word at a position means. */
  document(text: Text, position: number): Documentation | null {
    const line = text.lineAt(position);
    const at = position - line.from;
    const before = /\w*$/.exec(line.text.slice(0, at))?.[0] ?? "";
    const word = before + (/^\w*/.exec(line.text.slice(at))?.[0] ?? "");
    const ahead = line.text.slice(0, at - before.length);
    const dot = /(\w+)\s*\.\s*$/.exec(ahead);
    const isMember = /\.\s*$/.test(ahead);
    if (isMember) {
      const owners = this.ownersOf(dot?.[1] ?? "", text, position);
      const found = this.tables.properties.find(
        (it) => it.name === word && owners.includes(it.owner),
      );
      if (found) return { form: `${found.owner}.${word}`, text: found.text };
    }
    const handler = this.tables.handlers.find((it) => it.name === word);
    if (handler)
      return { form: `fn ${word}(${handler.parameters.join(", ")})`, text: handler.text };
    const forms = this.tables.functions.filter((it) => it.name === word);
    if (forms.length > 0) {
      const texts = [...new Set(forms.map((it) => it.text))];
      return { form: forms.map((it) => it.form).join("\n"), text: texts.join("\n") };
    }
    const given = isMember ? undefined : GIVEN.get(word);
    return given ? { form: word, text: given } : null;
  }

  private members(
    text: Text,
    member: { from: number; to: number; text: string },
  ): CompletionResult {
    const [, owner = ""] = /^(\w*)/.exec(member.text) ?? [];
    const typed = /\w*$/.exec(member.text)?.[0] ?? "";
    const owners = this.ownersOf(owner, text, member.from);
    const properties = this.tables.properties
      .filter((it) => owners.includes(it.owner) && it.name !== it.name.toUpperCase())
      .map((it) => ({
        label: it.name,
        type: "property",
        info: it.text,
        ...(owners.length > 1 ? { detail: it.owner } : {}),
      }));
    const options = GIVEN.has(owner) ? properties : [...properties, ...this.functions("list")];
    return { from: member.to - typed.length, options, validFor: /^\w*$/ };
  }

  /** To what the properties of a variable may belong: known by where it comes from, as far as possible. */
  private ownersOf(name: string, text: Text, before: number): string[] {
    if (GIVEN.has(name)) return [name];
    const above = text.sliceString(0, before);
    const source = new RegExp(`\\b(?:let|for)\\s+${name}\\s*(?:=|in)\\s*(\\w+)\\(`, "g");
    const made = name ? [...above.matchAll(source)].at(-1)?.[1] : undefined;
    if (made) return [MAKERS.get(made) ?? "sighting"];
    return ["sighting", ...MAKERS.values()];
  }

  /** The functions whose first parameter is `first`, as methods of it; all of them without. */
  private functions(first: string): Completion[] {
    const own = this.tables.functions.filter((it) => it.form.startsWith(`${it.name}(${first}`));
    return own.map(({ name, form, text }) => {
      const parameters = /\((.*)\)/.exec(form)?.[1]?.split(", ").filter(Boolean) ?? [];
      const asked = first ? parameters.slice(1) : parameters;
      return {
        label: name,
        type: first ? "method" : "function",
        detail: `(${asked.join(", ")})`,
        info: text,
        apply: snippet(`${name}(${asked.map((it) => `#{${it}}`).join(", ")})`),
      };
    });
  }

  /** The handlers that the script lacks, as whole functions from the start of the line. */
  private handlers(text: Text, lineStart: number): Completion[] {
    const script = text.toString();
    return this.tables.handlers
      .filter((it) => !new RegExp(`\\bfn\\s+${it.name}\\b`).test(script))
      .map((it) => {
        const head = `fn ${it.name}(${it.parameters.join(", ")})`;
        const body = snippet(`${head} {\n\t#{}\n}`);
        return {
          label: it.name,
          type: "interface",
          detail: `(${it.parameters.join(", ")})`,
          info: it.text,
          boost: 2,
          apply: (view, completion, _from, to) => body(view, completion, lineStart, to),
        } satisfies Completion;
      });
  }
}

/** The functions, constants and variables of the script itself. */
function ownNames(text: Text, except: number): Completion[] {
  const found = new Map<string, string>();
  for (const match of text.toString().matchAll(/\b(fn|let|const|for)\s+([a-z_]\w*)/gi)) {
    const start = match.index + match[0].length - (match[2] as string).length;
    if (start !== except) found.set(match[2] as string, match[1] as string);
  }
  return [...found].map(([label, kind]) => ({
    label,
    type: kind === "fn" ? "function" : "variable",
    detail: kind === "fn" ? "of this script" : "",
  }));
}

function isProse(state: EditorState, position: number): boolean {
  const name = syntaxTree(state).resolveInner(position, -1).name;
  return name === "comment" || name === "string";
}
