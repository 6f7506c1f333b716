/** Rhai for the editor: tokens and indentation. */
import { StreamLanguage } from "@codemirror/language";
import type { StreamParser, StringStream } from "@codemirror/language";

const KEYWORDS = new Set(
  (
    "if else switch do while until loop for in break continue return throw try catch " +
    "let const fn private import export as this"
  ).split(" "),
);
const ATOMS = new Set(["true", "false"]);
const GIVEN = new Set(["me", "world", "memory"]);

/** Where a text with `${…}` in it goes on, for each brace in that. */
type Inside = "code" | "comment" | "text" | "braces";

interface State {
  inside: Inside[];
  comments: number;
  depth: number;
  isDefinition: boolean;
}

const parser: StreamParser<State> = {
  name: "rhai",
  startState: () => ({ inside: ["code"], comments: 0, depth: 0, isDefinition: false }),
  copyState: (state) => ({ ...state, inside: [...state.inside] }),
  token(stream, state) {
    const inside = state.inside.at(-1);
    if (inside === "comment") return comment(stream, state);
    if (inside === "text") return text(stream, state);
    if (stream.eatSpace()) return null;
    return code(stream, state);
  },
  indent(state, textAfter, context) {
    if (state.inside.at(-1) === "text") return null;
    const closes = /^\s*[)\]}]/.test(textAfter) ? 1 : 0;
    return Math.max(0, state.depth - closes) * context.unit;
  },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", '"', "`"] },
    indentOnInput: /^\s*[)\]}]$/,
  },
};

export const rhai = StreamLanguage.define(parser);

function code(stream: StringStream, state: State): string | null {
  const wasDefinition = state.isDefinition;
  state.isDefinition = false;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.inside.push("comment");
    state.comments = 1;
    return comment(stream, state);
  }
  if (stream.match("`")) {
    state.inside.push("text");
    return text(stream, state);
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)+'/)) return "string";
  if (stream.match(/^0[xob][\da-f_]+/i)) return "number";
  if (stream.match(/^\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?/i)) return "number";
  if (stream.match(/^[([{]/)) {
    state.depth += 1;
    if (stream.current() === "{" && state.inside.length > 1) state.inside.push("braces");
    return "bracket";
  }
  if (stream.match(/^[)\]}]/)) {
    state.depth = Math.max(0, state.depth - 1);
    if (stream.current() === "}" && state.inside.length > 1) state.inside.pop();
    return "bracket";
  }
  if (stream.match(/^[a-z_]\w*/i)) return word(stream, state, wasDefinition);
  if (stream.match(/^[-+*/%=<>!&|^?~]+/)) return "operator";
  stream.next();
  return null;
}

function word(stream: StringStream, state: State, isDefinition: boolean): string {
  const found = stream.current();
  const isProperty = stream.string[stream.start - 1] === ".";
  const isCall = /^\s*\(/.test(stream.string.slice(stream.pos));
  if (isProperty) return isCall ? "variableName.function" : "propertyName";
  if (KEYWORDS.has(found)) {
    state.isDefinition = found === "fn";
    return "keyword";
  }
  if (ATOMS.has(found)) return "atom";
  if (isDefinition) return "variableName.function.definition";
  if (GIVEN.has(found)) return "variableName.special";
  if (isCall) return "variableName.function";
  return /^[A-Z][A-Z\d_]*$/.test(found) ? "variableName.constant" : "variableName";
}

/** Block comments nest. */
function comment(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match("/*")) state.comments += 1;
    else if (stream.match("*/")) state.comments -= 1;
    else stream.next();
    if (state.comments === 0) {
      state.inside.pop();
      break;
    }
  }
  return "comment";
}

/** A text between backticks goes over lines, and holds code between `${` and `}`. */
function text(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match("${")) {
      state.inside.push("code");
      state.depth += 1;
      break;
    }
    if (stream.next() === "`") {
      state.inside.pop();
      break;
    }
  }
  return "string";
}
