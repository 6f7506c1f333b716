/** Stands in for the editor of creatures, which a later commit brings. */
import type {
  Completions,
  Creature,
  Files,
  Note,
  Problem,
  ShippedCreature,
} from "../contract/engine";

export interface AuthorEngine {
  checkCreature(name: string, files: Files): Promise<Problem[]>;
  testCreature(name: string, files: Files): Promise<{ lines: string[]; problems: Problem[] }>;
  templateFiles(name: string, kind: string): Promise<Files>;
  shippedCreatures(): Promise<ShippedCreature[]>;
  completions(): Promise<Completions>;
  saveCreature(name: string, files: Files): Promise<{ text: string; problems: Problem[] }>;
  notes(): Promise<Note[]>;
  foundWith(name: string): void;
  follow(organism: number): void;
}
export interface AuthorPanel {
  open(name?: string): void;
  creatures(): Promise<Creature[]>;
  state(): void;
}
export function mountAuthor(host: HTMLElement, _engine: AuthorEngine): AuthorPanel {
  host.textContent = "This build of the page has no editor of creatures.";
  return { open: () => {}, creatures: () => Promise.resolve([]), state: () => {} };
}
