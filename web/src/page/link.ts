/** What the address of the page holds: a run in its fragment, or a scenario in its query. */
import type { Founding } from "../contract/engine";

/** What an address holds of a run, if it has one: the engine reads it, and what mails and chats made of it. */
export function linkIn(text: string): string | undefined {
  return /run(?:=|&#61;|%(?:25)*3D)\S*/i.exec(text)?.[0];
}

/** The scenario that a query names, such as `?scenario=meadow&seed=7`. */
export function scenarioIn(query: string): Founding | undefined {
  const parameters = new URLSearchParams(query);
  const [name, seed] = [parameters.get("scenario"), parameters.get("seed")];
  if (name === null) return undefined;
  return { scenario: { name }, overrides: seed === null ? [] : [`seed=${seed}`], creatures: [] };
}

/**
 * The address of a run, whose fragment is given. A page that was opened from a disk names the one that
 * `terrarium serve` shows.
 */
export function addressOf(fragment: string): string {
  const { protocol, origin, pathname } = location;
  const base = protocol === "file:" ? "http://127.0.0.1:8323/" : `${origin}${pathname}`;
  return `${base}${fragment}`;
}
