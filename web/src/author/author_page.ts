/** The parts of the editor of creatures, and what connects them. */
import type { Creature } from "../contract/engine";
import { saveFile } from "../page/download";
import { element } from "../page/element";
import { archiveOf, importFiles } from "./archive";
import type { AuthorEngine } from "./author";
import styles from "./author.css" with { type: "text" };
import { Beginnings } from "./beginnings";
import { CodeEditor } from "./code_editor";
import { Collection, isEdited } from "./collection";
import type { Entry } from "./collection";
import { freeName, nameProblem, renamed, sameFiles } from "./creature";
import { CreatureList } from "./creature_list";
import { CreatureView } from "./creature_view";
import { droppedFiles, listenToDrops } from "./drops";
import { askForName } from "./name_dialog";
import type { Schema } from "./schema";
import { ScriptReference } from "./script_completion";
import { Status } from "./status";
import { CreatureStore } from "./store";
import type { Change } from "./store";
import { TomlReference } from "./toml_completion";

/** How often notes are asked for, in milliseconds. */
const NOTES_EVERY = 200;

export class AuthorPage {
  private readonly root = element("div", { className: "author-root" });
  private readonly status = new Status();
  private readonly collection = new Collection(new CreatureStore());
  private readonly loaded: Promise<void>;
  private readonly list: CreatureList;
  private view: Promise<CreatureView> | undefined;
  private shown: CreatureView | null = null;
  private editor: CodeEditor | undefined;
  private notesAsked = 0;

  constructor(
    host: HTMLElement,
    private readonly engine: AuthorEngine,
  ) {
    adopt(styles);
    const { collection } = this;
    const beginnings = new Beginnings(engine, collection, {
      add: (creature, text) => this.add(creature, text),
      done: () => this.shown?.focus(),
    });
    this.list = new CreatureList(collection, {
      open: (entry) => void this.show(entry),
      create: () => beginnings.anew(),
      copyShipped: () => void beginnings.ofShipped().catch((error) => this.status.fail(error)),
      import: () => this.chooseFiles(),
      copy: (entry) => beginnings.ofOwn(entry),
      rename: (entry) => this.rename(entry),
      archive: (entry) => this.archive(entry),
      delete: (entry) => void this.delete(entry),
    });
    collection.onChange = () => this.draw();
    collection.onForeign = (change, entry) => this.follow(change, entry);
    this.root.append(this.list.element, this.status.element);
    this.root.onkeydown = (event) => this.key(event);
    listenToDrops(this.root, (event) => void this.drop(event));
    host.append(this.root);
    addEventListener("beforeunload", (event) => {
      if (collection.all.some((it) => isEdited(it) || !it.isKept)) event.preventDefault();
    });
    this.loaded = collection.load().catch((error: Error) => {
      this.status.fail(`${error.message} Creatures are on this screen only: save them as zip.`);
    });
    this.draw();
  }

  async open(name?: string): Promise<void> {
    await this.loaded;
    const entry = name === undefined ? undefined : this.collection.get(name);
    if (entry) return this.show(entry);
    if (name !== undefined) this.status.show(`You have no creature ${name}.`);
    if (!this.shown) this.list.focus();
  }

  async creatures(): Promise<Creature[]> {
    await this.loaded;
    return this.collection.all.map(({ name, saved }) => ({ name, files: { ...saved } }));
  }

  /** Asks for notes, not more often than they can be read. */
  state(): void {
    const view = this.shown;
    const isVisible = view !== null && this.root.offsetParent !== null;
    if (!isVisible || performance.now() - this.notesAsked < NOTES_EVERY) return;
    this.notesAsked = Infinity;
    const shown = this.engine.notes().then((notes) => view.notes.add(notes));
    // Without a world there are no notes, which the page says elsewhere.
    void shown.catch(() => {}).finally(() => (this.notesAsked = performance.now()));
  }

  /** Takes in archives and files. Code files without a `creature.toml` become the code of what is shown. */
  async importFiles(files: File[]): Promise<void> {
    await this.loaded;
    try {
      const { creatures, code } = await importFiles(files);
      for (const creature of creatures) await this.take(creature);
      if (!code) return;
      if (this.shown) this.shown.setCode(code.name, code.text);
      else this.status.fail("Open the creature first whose code this is.");
    } catch (error) {
      this.status.fail(error);
    }
  }

  private draw(): void {
    if (this.shown) this.shown.draw();
    else this.list.draw();
  }

  private async show(entry: Entry): Promise<void> {
    this.view ??= this.build();
    try {
      const view = await this.view;
      this.list.element.replaceWith(view.element);
      this.shown = view;
      view.show(entry);
      view.focus();
    } catch (error) {
      this.view = undefined;
      this.status.fail(error);
    }
  }

  private showList(): void {
    if (!this.shown) return;
    this.shown.leave();
    this.shown.element.replaceWith(this.list.element);
    this.shown = null;
    this.status.clear();
    this.list.draw();
    this.list.focus();
  }

  private async build(): Promise<CreatureView> {
    const tables = await this.engine.completions();
    this.editor = new CodeEditor({
      script: new ScriptReference(tables),
      manifest: new TomlReference(tables.schema as Schema),
    });
    const view = new CreatureView(this.engine, this.collection, this.editor, this.status);
    view.onBack = () => this.showList();
    view.onArchive = (entry) => this.archive(entry);
    return view;
  }

  /** Adds a creature, and shows it. What the storage refuses is said, and stays on the screen. */
  private async add(creature: Creature, text: string): Promise<void> {
    this.editor?.forget(creature.name);
    const added = this.collection.add(creature);
    const refusal = await added.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const entry = this.collection.get(creature.name);
    if (entry) await this.show(entry);
    if (refusal) this.status.fail(`${creature.name} is not kept: ${refusal} Save it as zip.`);
    else this.status.show(text, "good");
  }

  /** Takes in an imported creature, under another name where one of its name differs. */
  private async take({ name, files }: Creature): Promise<void> {
    const isValid = nameProblem(name, []) === null;
    const valid = isValid
      ? name
      : name
          .toLowerCase()
          .replace(/[^a-z0-9_-]+/g, "-")
          .slice(0, 40);
    const present = this.collection.get(valid);
    if (present && sameFiles(present.files, files)) {
      await this.show(present);
      return this.status.show(`You have this ${valid} already.`);
    }
    const free = freeName(valid || "creature", this.collection.names);
    const own = free === name ? files : renamed(files, free);
    const text = present
      ? `You have another ${valid}, so this one is ${free}.`
      : `${free} is imported.`;
    await this.add({ name: free, files: own }, text);
  }

  private rename(entry: Entry): void {
    const from = entry.name;
    askForName({
      title: `Rename ${from}`,
      yes: "Rename",
      name: from,
      problem: (name) => (name === from ? null : nameProblem(name, this.collection.names)),
      act: async (name) => {
        if (name === from) return;
        this.editor?.forget(from);
        this.editor?.forget(name);
        try {
          await this.collection.rename(entry, name);
          this.status.show(`${from} is ${name} now.`, "good");
        } catch (error) {
          this.status.fail(error);
        }
      },
    });
  }

  private async delete(entry: Entry): Promise<void> {
    const { name } = entry;
    try {
      await this.collection.delete(entry);
    } catch (error) {
      return this.status.fail(error);
    }
    const undo = (): void => {
      const restored = this.collection.restore(entry).then(() => `${name} is back.`);
      restored.then(
        (text) => this.status.show(text, "good"),
        (error) => this.status.fail(error),
      );
    };
    this.status.show(`${name} is deleted.`, "plain", { label: "Undo", act: undo });
    this.list.focus();
  }

  private archive(entry: Entry): void {
    saveFile(`${entry.name}.zip`, archiveOf(entry), "application/zip");
  }

  private chooseFiles(): void {
    const input = element("input", { type: "file", multiple: true });
    input.accept = ".zip,.toml,.rhai,.wasm";
    input.onchange = () => void this.importFiles([...(input.files ?? [])]);
    input.click();
  }

  private async drop(event: DragEvent): Promise<void> {
    try {
      await this.importFiles(await droppedFiles(event));
    } catch (error) {
      this.status.fail(error);
    }
  }

  /** Reports what another tab did to a creature. The last save wins; what is edited here stays. */
  private follow({ kind, name }: Change, entry: Entry): void {
    const view = this.shown?.entry === entry ? this.shown : null;
    if (kind === "deleted") {
      const again = { label: "Keep it", act: () => void this.keep(entry) };
      this.status.show(`Another tab has deleted ${name}.`, "plain", again);
      return;
    }
    if (!isEdited(entry)) {
      view?.show(entry);
      if (view) this.status.show(`Another tab has saved ${name}: this is its version.`);
      return;
    }
    const theirs = (): void => {
      entry.files = { ...entry.saved };
      view?.show(entry);
      this.draw();
    };
    const text = `Another tab has saved ${name}. Your changes are still here; saving them replaces its version.`;
    this.status.show(text, "bad", { label: "Show its version", act: theirs });
  }

  private async keep(entry: Entry): Promise<void> {
    await this.collection.save(entry).then(
      () => this.status.show(`${entry.name} is kept.`, "good"),
      (error) => this.status.fail(error),
    );
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || !this.shown) return;
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";
    if (isSave && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      void this.shown.save();
    } else if (event.key === "F8") {
      event.preventDefault();
      this.shown.nextProblem();
    }
    // The keys of the page mean something else in a text.
    if (event.target === this.editor?.element) event.stopPropagation();
  }
}

function adopt(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
