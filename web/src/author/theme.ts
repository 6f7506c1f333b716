/** How the editor looks: the colours of the page, light and dark. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "light-dark(#5f6658, #8f9a90)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.atom], color: "light-dark(#8a2c62, #e49abf)" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#8a4b00, #e6b673)" },
  { tag: [tags.number, tags.bool], color: "light-dark(#1d5f8a, #86c1ea)" },
  { tag: tags.function(tags.variableName), color: "light-dark(#2f6416, #a9d67f)" },
  { tag: tags.special(tags.variableName), color: "light-dark(#5a3e9e, #bfa8f5)" },
  { tag: tags.propertyName, color: "light-dark(#245a6b, #8fcbdc)" },
  { tag: tags.constant(tags.variableName), color: "light-dark(#1d5f8a, #86c1ea)" },
  {
    tag: tags.definition(tags.function(tags.variableName)),
    color: "light-dark(#2f6416, #a9d67f)",
    fontWeight: "600",
  },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--raised)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace",
    fontSize: "0.8125rem",
    lineHeight: "1.5",
  },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--faint)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--chosen) 35%, transparent)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--chosen)",
    outline: "1px solid var(--accent)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    fontSize: "0.8125rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace",
    maxWidth: "min(40rem, 92vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--chosen)",
    color: "var(--text)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "var(--faint)", fontStyle: "normal" },
  ".cm-tooltip .cm-completionInfo": { maxWidth: "22rem", padding: "0.375rem 0.5rem" },
  ".cm-documentation": { maxWidth: "26rem", padding: "0.375rem 0.5rem" },
  ".cm-documentation code": { display: "block", fontWeight: "600" },
  ".cm-diagnostic": { padding: "0.375rem 0.5rem", maxWidth: "26rem" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-diagnostic p": { margin: "0" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-panels": {
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    borderColor: "var(--line)",
  },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warning) 35%, transparent)" },
  ".cm-textfield, .cm-button": {
    backgroundColor: "var(--raised)",
    backgroundImage: "none",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
  },
});

export const appearance = [theme, syntaxHighlighting(colours)];
