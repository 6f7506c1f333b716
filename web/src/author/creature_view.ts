/** A creature that is edited: its files, mistakes, check and notes. */
import type { Problem } from "../contract/engine";
import { element, setText } from "../page/element";
import { TabList } from "../page/tab_list";
import type { AuthorEngine } from "./author";
import { CheckReport } from "./check_report";
import { Checking } from "./checking";
import type { CodeEditor, Documentation } from "./code_editor";
import type { Collection, Entry } from "./collection";
import { isEdited } from "./collection";
import { filesOf, kindIn, MANIFEST, MODULE, SCRIPT, withCode } from "./creature";
import { mark } from "./creature_list";
import { ModuleView } from "./module_view";
import { NoteList } from "./note_list";
import { ProblemList } from "./problem_list";
import { Saving } from "./saving";
import type { Status } from "./status";

type Below = "mistakes" | "check" | "notes";

/** A name for a template whose files are renamed. */
const STAND_IN = "new-creature";
const KEYS = "Ctrl+S saves, F8 goes to the next mistake, Esc then Tab leaves the editor.";

export class CreatureView {
  readonly element = element("section", { className: "author-view" });
  readonly notes: NoteList;
  entry: Entry | null = null;
  /** Called when the author goes back to the list. */
  onBack: () => void = () => {};
  onArchive: (entry: Entry) => void = () => {};
  private file = "";
  private fileTabs: TabList<string> | undefined;
  private readonly title = element("h3", {});
  private readonly state = element("span", { className: "author-state" });
  private readonly tabs = element("div", { className: "author-tabs" });
  private readonly panel = element("div", { id: "author-file", className: "author-file" });
  private readonly meaning = element("p", { className: "author-meaning" });
  private readonly below = element("div", { id: "author-below", className: "author-below" });
  private readonly report: CheckReport;
  private readonly checkButton = element("button", { type: "button", textContent: "Check" });
  private readonly problems = new ProblemList((problem) => this.goTo(problem));
  private readonly module = new ModuleView(() => void this.addScript());
  private readonly belowTabs: TabList<Below>;
  private readonly checking: Checking;
  private readonly saving: Saving;

  constructor(
    private readonly engine: AuthorEngine,
    collection: Collection,
    private readonly editor: CodeEditor,
    private readonly status: Status,
  ) {
    this.notes = new NoteList((organism) => engine.follow(organism));
    this.checking = new Checking(
      engine,
      (problems) => this.showProblems(problems),
      (error) => status.fail(error),
    );
    this.saving = new Saving(engine, collection, this.checking, status, (it) => this.goTo(it));
    this.report = new CheckReport(engine, status, (it) => this.goTo(it));
    this.belowTabs = new TabList<Below>(
      "About the creature",
      [
        ["mistakes", "Mistakes"],
        ["check", "Check report"],
        ["notes", "Notes"],
      ],
      this.below,
      (name) => this.showBelow(name),
    );
    editor.onEdit = (text) => this.edit(text);
    editor.onDocument = (meaning) => this.showMeaning(meaning);
    this.panel.append(editor.element, this.module.element);
    this.below.append(this.problems.element, this.report.element, this.notes.element);
    const hint = element("p", { className: "author-keys", textContent: KEYS });
    this.element.append(this.header(), this.tabs, this.panel, this.meaning);
    this.element.append(this.belowTabs.element, this.below, hint);
    this.showBelow("mistakes");
  }

  /** Shows a creature. */
  show(entry: Entry): void {
    this.entry = entry;
    this.element.ariaLabel = `The creature ${entry.name}`;
    this.notes.begin(entry.name);
    this.report.begin(entry.name);
    this.draw();
    this.drawTabs();
    this.check();
  }

  /** Leaves the creature that is shown. */
  leave(): void {
    this.checking.cancel();
    this.entry = null;
  }

  /** Goes to the tab of the file: a text would open the keyboard of a touch screen. */
  focus(): void {
    this.tabs.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }

  /** Shows what has changed in the state of the creature. */
  draw(): void {
    if (!this.entry) return;
    setText(this.title, this.entry.name);
    this.state.replaceChildren(
      element("span", { className: "faint" }, kindIn(this.entry.files) ?? ""),
      mark(this.entry),
    );
  }

  async save(): Promise<void> {
    if (this.entry) await this.saving.save(this.entry).catch((error) => this.status.fail(error));
  }

  nextProblem(): void {
    if (!this.problems.next()) this.status.show("There are no mistakes.", "good");
  }

  /** Takes a code file in place of the one that the creature has. */
  setCode(name: string, text: string): void {
    const { entry } = this;
    if (!entry) return;
    const before = entry.files;
    entry.files = withCode(before, name, text);
    this.file = name;
    this.show(entry);
    const undo = (): void => {
      entry.files = before;
      if (this.entry === entry) this.show(entry);
    };
    const done = `${name} is the code of ${entry.name} now. It is not saved yet.`;
    this.status.show(done, "plain", { label: "Undo", act: undo });
  }

  private header(): HTMLElement {
    const back = element("button", { type: "button", className: "quiet" }, "‹ All creatures");
    back.onclick = () => this.onBack();
    const save = element("button", { type: "button", className: "primary" }, "Save");
    save.title = "Keep it in the browser and take it over in the world (Ctrl+S)";
    save.onclick = () => void this.save();
    this.checkButton.onclick = () => void this.test();
    const archive = element("button", { type: "button", textContent: "Zip" });
    archive.title = "Save the creature as a zip archive";
    archive.onclick = () => this.entry && this.onArchive(this.entry);
    const buttons = element(
      "span",
      { className: "author-buttons" },
      save,
      this.checkButton,
      archive,
    );
    return element("header", {}, back, this.title, this.state, buttons);
  }

  /** Makes a tab for each file, and shows the file that was shown before, or the code. */
  private drawTabs(): void {
    const { entry } = this;
    if (!entry) return;
    const files = filesOf(entry);
    const names = files.length > 0 ? files : [MANIFEST];
    const rows = names.map((it) => [it, it] as const);
    this.fileTabs = new TabList(`Files of ${entry.name}`, rows, this.panel, (it) => this.open(it));
    this.tabs.replaceChildren(this.fileTabs.element);
    this.fileTabs.choose(names.includes(this.file) ? this.file : (names.at(-1) as string));
    if (files.includes(SCRIPT) || files.includes(MODULE) || kindIn(entry.files) === "plant") return;
    const add = element("button", { type: "button", className: "quiet" }, "Add a script");
    add.onclick = () => void this.addScript();
    this.tabs.append(add);
  }

  private open(file: string): void {
    const { entry } = this;
    if (!entry) return;
    this.file = file;
    const text = entry.files[file] ?? "";
    const isModule = file === MODULE;
    this.editor.element.hidden = isModule;
    this.module.element.hidden = !isModule;
    this.meaning.hidden = isModule;
    if (isModule) return this.module.show(text);
    this.editor.show({ creature: entry.name, file, text });
    this.underline();
  }

  private edit(text: string): void {
    const { entry } = this;
    if (!entry) return;
    const wasEdited = isEdited(entry);
    entry.files = { ...entry.files, [this.file]: text };
    if (wasEdited !== isEdited(entry)) this.draw();
    this.status.settle();
    this.check();
  }

  private check(): void {
    if (this.entry) this.checking.soon(this.entry);
  }

  private showProblems(problems: Problem[]): void {
    this.problems.show(problems);
    const count = problems.length > 0 ? ` (${problems.length})` : "";
    const tab = this.belowTabs.element.querySelector<HTMLElement>("#tab-mistakes");
    if (tab) setText(tab, `Mistakes${count}`);
    this.underline();
  }

  private underline(): void {
    if (this.file === MODULE) return;
    this.editor.underline(this.problems.problems.filter((it) => it.file === this.file));
  }

  private goTo({ file, line, column }: Problem): void {
    if (!this.entry) return;
    if (this.entry.files[file] !== undefined) this.fileTabs?.choose(file);
    if (this.file === file && file !== MODULE) this.editor.goTo(line, column);
  }

  private showMeaning(meaning: Documentation | null): void {
    const form = meaning && element("code", {}, meaning.form.split("\n").join(" · "));
    this.meaning.replaceChildren(...(meaning && form ? [form, ` ${meaning.text}`] : []));
  }

  private showBelow(name: Below): void {
    this.problems.element.hidden = name !== "mistakes";
    this.report.element.hidden = name !== "check";
    this.notes.element.hidden = name !== "notes";
  }

  private async test(): Promise<void> {
    if (!this.entry) return;
    this.belowTabs.choose("check");
    this.checkButton.disabled = true;
    await this.report.run(this.entry);
    this.checkButton.disabled = false;
  }

  /** Gives the creature a script to begin with: that of a new creature of its kind. */
  private async addScript(): Promise<void> {
    const { entry } = this;
    if (!entry) return;
    try {
      const kind = kindIn(entry.files) ?? "herbivore";
      const files = await this.engine.templateFiles(STAND_IN, kind);
      this.setCode(SCRIPT, (files[SCRIPT] ?? "").replaceAll(STAND_IN, entry.name));
    } catch (error) {
      this.status.fail(error);
    }
  }
}
