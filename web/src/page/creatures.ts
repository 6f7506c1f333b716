/** The editor of creatures, loaded when it is first wanted. */
import type { Creature } from "../contract/engine";
import { Aside } from "./aside";
import { byId, element } from "./element";
import { icon } from "./icons";
import { notifyError } from "./notices";
import type { World } from "./world";

type Author = Awaited<ReturnType<typeof load>>;

async function load(host: HTMLElement, engine: Parameters<typeof mountOf>[1]) {
  const { mountAuthor } = await import("../author/author");
  return mountAuthor(host, engine);
}

/** Only for its types. */
declare const mountOf: typeof import("../author/author").mountAuthor;

export class CreatureEditor {
  private readonly aside = new Aside();
  private author: Promise<Author> | undefined;
  private readonly host = element("div", { className: "author" });
  private readonly panel = element("section", { id: "author", hidden: true });

  constructor(
    private readonly world: World,
    private readonly foundWith: (name: string) => void,
  ) {
    const close = element("button", {
      className: "quiet",
      type: "button",
      ariaLabel: "Close the editor",
    });
    close.append(icon("close"));
    close.onclick = () => this.close();
    this.panel.ariaLabel = "Creatures";
    const heading = element("h2", { textContent: "Creatures" });
    this.panel.append(element("header", {}, heading, close), this.host);
    byId("time").before(this.panel);
    world.watch(() => void this.author?.then((it) => it.state()));
  }

  /** Loads the editor ahead of its first use, so that it also opens without a network. */
  prepare(): void {
    void import("../author/author").catch(notifyError);
  }

  get isOpen(): boolean {
    return !this.panel.hidden;
  }

  /** Opens the editor, with a creature, or closes it if it is open. */
  toggle(name?: string): void {
    if (this.isOpen && !name) this.close();
    else this.open(name);
  }

  open(name?: string): void {
    this.panel.hidden = false;
    document.body.classList.add("authoring");
    this.mounted()
      .then((it) => it.open(name))
      .catch(notifyError);
  }

  /** Opens the editor with the creatures in zip archives or files. */
  async importFiles(files: File[]): Promise<void> {
    this.open();
    await (await this.mounted()).importFiles(files);
  }

  /** The creatures that this browser keeps. */
  async creatures(): Promise<Creature[]> {
    return (await this.mounted()).creatures();
  }

  private close(): void {
    this.panel.hidden = true;
    document.body.classList.remove("authoring");
    byId("world").focus();
  }

  private mounted(): Promise<Author> {
    const { world, aside } = this;
    this.author ??= load(this.host, {
      checkCreature: (name, files) => aside.call("checkCreature", name, files),
      testCreature: (name, files) => aside.call("testCreature", name, files),
      templateFiles: (name, kind) => world.call("templateFiles", name, kind),
      shippedCreatures: () => world.call("shippedCreatures"),
      completions: () => world.call("completions"),
      saveCreature: (name, files) => world.call("saveCreature", name, files),
      notes: () => world.call("notes"),
      foundWith: (name) => this.foundWith(name),
      follow: (organism) => {
        world.send("select", organism);
        world.send("follow", organism);
      },
    });
    return this.author;
  }
}
