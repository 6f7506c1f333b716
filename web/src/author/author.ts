/** The editor of creatures. */
import type {
  Completions,
  Creature,
  Files,
  Note,
  Problem,
  ShippedCreature,
} from "../contract/engine";
import { AuthorPage } from "./author_page";

/** What the editor asks the engine and the page. */
export interface AuthorEngine {
  checkCreature(name: string, files: Files): Promise<Problem[]>;
  testCreature(name: string, files: Files): Promise<{ lines: string[]; problems: Problem[] }>;
  templateFiles(name: string, kind: string): Promise<Files>;
  shippedCreatures(): Promise<ShippedCreature[]>;
  completions(): Promise<Completions>;
  saveCreature(name: string, files: Files): Promise<{ text: string; problems: Problem[] }>;
  notes(): Promise<Note[]>;
  /** Offers a new world with this creature. */
  foundWith(name: string): void;
  follow(organism: number): void;
}

export interface AuthorPanel {
  /** Shows a creature, or what was shown before. */
  open(name?: string): void;
  /** The creatures as they were saved last. */
  creatures(): Promise<Creature[]>;
  /** The state of the world has changed. */
  state(): void;
  /** Takes in zip archives and files of creatures. */
  importFiles(files: File[]): Promise<void>;
}

export function mountAuthor(host: HTMLElement, engine: AuthorEngine): AuthorPanel {
  const page = new AuthorPage(host, engine);
  return {
    open: (name) => void page.open(name),
    creatures: () => page.creatures(),
    state: () => page.state(),
    importFiles: (files) => page.importFiles(files),
  };
}
