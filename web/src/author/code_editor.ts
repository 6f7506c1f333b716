/** The editor of texts: CodeMirror in a shadow root, so that its styles need no exception in the policy. */
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { completionKeymap } from "@codemirror/autocomplete";
import type { CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { indentUnit, StreamLanguage } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Prec } from "@codemirror/state";
import type { Extension, Text, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip } from "@codemirror/view";
import { highlightActiveLineGutter, highlightSpecialChars, keymap } from "@codemirror/view";
import { lineNumbers } from "@codemirror/view";
import type { Tooltip } from "@codemirror/view";
import type { Problem } from "../contract/engine";
import { element } from "../page/element";
import { rhai } from "./rhai";
import { appearance } from "./theme";

/** What a word means: how it is written, and a text. */
export interface Documentation {
  form: string;
  text: string;
}

/** What completes and documents a language. */
export interface Reference {
  complete: CompletionSource;
  document(text: Text, position: number): Documentation | null;
}

/** A document: a file of a creature. */
export interface Document {
  creature: string;
  file: string;
  text: string;
}

const tomlLanguage = StreamLanguage.define({
  ...toml,
  languageData: {
    commentTokens: { line: "#" },
    closeBrackets: { brackets: ["[", "{", '"', "'"] },
  },
});

export class CodeEditor {
  readonly element = element("div", { className: "code" });
  /** Called with the text whenever the author changes it. */
  onEdit: (text: string) => void = () => {};
  /** Called with what the word at the cursor means. */
  onDocument: (documentation: Documentation | null) => void = () => {};
  private readonly view: EditorView;
  /** Texts with their cursors and what can be undone, by creature and file. */
  private readonly states = new Map<string, EditorState>();
  private shown = "";
  private isLoading = false;

  constructor(private readonly references: { script: Reference; manifest: Reference }) {
    const root = this.element.attachShadow({ mode: "open", delegatesFocus: true });
    const parent = element("div", { className: "editor" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".editor { height: 100%; }");
    root.adoptedStyleSheets = [sheet];
    root.append(parent);
    this.view = new EditorView({ parent, root });
  }

  /** Shows a document where it was left. */
  show(document: Document): void {
    const key = keyOf(document);
    this.isLoading = true;
    if (this.shown !== key) {
      if (this.shown) this.states.set(this.shown, this.view.state);
      this.shown = key;
      this.view.setState(this.states.get(key) ?? this.stateOf(document));
    }
    const present = this.view.state.doc;
    if (present.toString() !== document.text) {
      const changes = { from: 0, to: present.length, insert: document.text };
      this.view.dispatch({ changes });
    }
    this.isLoading = false;
    this.reportDocument();
  }

  /** Forgets the documents of a creature. */
  forget(creature: string): void {
    for (const key of this.states.keys()) {
      if (key.startsWith(`${creature}/`)) this.states.delete(key);
    }
    if (this.shown.startsWith(`${creature}/`)) this.shown = "";
  }

  /** Underlines these mistakes, which are of the document that is shown. */
  underline(problems: readonly Problem[]): void {
    const diagnostics = problems.map((it) => this.diagnostic(it));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Puts the cursor at a line and a column, from 1. */
  goTo(line: number, column: number): void {
    const anchor = this.position(line, column);
    this.view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  private stateOf(document: Document): EditorState {
    const isScript = document.file.endsWith(".rhai");
    const reference = isScript ? this.references.script : this.references.manifest;
    const extensions = [
      // Before completions, which take Esc to themselves.
      leaving,
      isScript ? rhai : tomlLanguage,
      autocompletion({ icons: false, override: [(context) => reference.complete(context)] }),
      hoverTooltip((view, position) => tooltip(reference, view, position)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.isLoading) this.onEdit(update.state.doc.toString());
        if (update.docChanged || update.selectionSet) this.reportDocument();
      }),
      EditorView.contentAttributes.of({
        "aria-label": `${document.file} of ${document.creature}`,
        "aria-description": "Esc, then Tab leaves the editor. F8 goes to the next mistake.",
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
      }),
      basics,
    ];
    return EditorState.create({ doc: document.text, extensions });
  }

  private reportDocument(): void {
    const { state } = this.view;
    const isScript = this.shown.endsWith(".rhai");
    const reference = isScript ? this.references.script : this.references.manifest;
    this.onDocument(reference.document(state.doc, state.selection.main.head));
  }

  /** The position of a line and a column in characters, each from 1; the nearest if there is none. */
  private position(line: number, column: number): number {
    const { doc } = this.view.state;
    const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    // A character beyond the basic plane has two places in the text.
    const before = [...text].slice(0, Math.max(column - 1, 0)).join("");
    return from + before.length;
  }

  private diagnostic({ line, column, length, message, remedy }: Problem): Diagnostic {
    const { doc } = this.view.state;
    let from = this.position(line, column);
    const lineEnd = doc.lineAt(from).to;
    const to = Math.min(Math.max(this.position(line, column + length), from + 1), lineEnd);
    // At the end of a line, what stands before it is underlined.
    if (to <= from) from = Math.max(doc.lineAt(from).from, from - 1);
    return {
      from,
      to: Math.max(to, from),
      severity: "error",
      message: remedy ? `${message}\n${remedy}` : message,
      renderMessage: () => {
        const texts = [message, ...(remedy ? [remedy] : [])];
        return element("div", {}, ...texts.map((it) => element("p", {}, it)));
      },
    };
  }
}

const keyOf = ({ creature, file }: Document): string => `${creature}/${file}`;

function tooltip(reference: Reference, view: EditorView, position: number): Tooltip | null {
  const word = view.state.wordAt(position);
  const found = reference.document(view.state.doc, position);
  if (!word || !found) return null;
  const create = (): { dom: HTMLElement } => ({
    dom: element(
      "div",
      { className: "cm-documentation" },
      ...found.form.split("\n").map((form) => element("code", {}, form)),
      element("div", {}, found.text),
    ),
  });
  return { pos: word.from, end: word.to, above: true, create };
}

/**
 * Replaces a selection that is typed over. Browsers would give the new text the style of the old one as an
 * attribute, which the policy of the page refuses.
 */
const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    const text = event.data;
    if (event.inputType !== "insertText" || !text || empty || view.composing) return false;
    const insert = (): Transaction =>
      state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
    return true;
  },
});

/** The time in which Tab leaves the editor after Esc, in milliseconds. */
const LEAVING = 2000;

/** Lets Tab leave the editor after Esc, also if Esc closes something in it, or stops what is about to open. */
const leaving = Prec.highest(
  keymap.of([
    {
      key: "Escape",
      run: (view) => {
        view.setTabFocusMode(LEAVING);
        return false;
      },
    },
  ]),
);

const basics: Extension = [
  typingOver,
  lineNumbers(),
  lintGutter(),
  foldGutter(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(4),
  indentUnit.of("    "),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    indentWithTab,
  ]),
  appearance,
];
