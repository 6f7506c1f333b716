/** A creature as its author sees it: a name and files. */
import type { Creature, Files } from "../contract/engine";

export const MANIFEST = "creature.toml";
export const SCRIPT = "behaviour.rhai";
export const MODULE = "behaviour.wasm";

/** The files that a creature may have, in the order of their tabs. */
export const FILES = [MANIFEST, SCRIPT, MODULE] as const;

export const KINDS = ["herbivore", "carnivore", "plant"] as const;

const NAME = /^[a-z0-9_-]{1,40}$/;
const NAME_LINE = /^(\s*name\s*=\s*)"([^"\n]*)"/m;
const BASE64 = "base64:";

/** Why a name cannot be used, or null. */
export function nameProblem(name: string, taken: Iterable<string>): string | null {
  if (!NAME.test(name)) {
    return "A name has 1 to 40 lowercase letters, digits, - and _.";
  }
  for (const other of taken) if (other === name) return `You have a creature ${name} already.`;
  return null;
}

/** A name that is not taken: the given one, or that with a number. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name.slice(0, 36)}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The text of a value at the top of `creature.toml`, or in its tables. */
function valueIn(files: Files, key: string): string | undefined {
  return new RegExp(`^\\s*${key}\\s*=\\s*"([^"\\n]*)"`, "m").exec(files[MANIFEST] ?? "")?.[1];
}

export const nameIn = (files: Files): string | undefined => valueIn(files, "name");
export const kindIn = (files: Files): string | undefined => valueIn(files, "kind");

/** The colour in `creature.toml`, if it is one. */
export function colourIn(files: Files): string | undefined {
  const colour = valueIn(files, "colour");
  return colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined;
}

/** The creature under another name, which its `creature.toml` states too. */
export function renamed(files: Files, name: string): Files {
  const manifest = files[MANIFEST];
  if (manifest === undefined) return { ...files };
  return { ...files, [MANIFEST]: manifest.replace(NAME_LINE, (_, key) => `${key}"${name}"`) };
}

/** Whether two creatures have the same files. */
export function sameFiles(one: Files, other: Files): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

/** The files of a creature that have a meaning, in the order of their tabs. */
export function filesOf(creature: Creature): string[] {
  return FILES.filter((name) => creature.files[name] !== undefined);
}

/** The creature with this code file, in place of the one that it had. */
export function withCode(files: Files, name: string, text: string): Files {
  const { [SCRIPT]: _script, [MODULE]: _module, ...others } = files;
  return { ...others, [name]: text };
}

/** The text that stands for a file: binary ones are encoded. */
export function textOfBytes(name: string, bytes: Uint8Array): string {
  if (!name.endsWith(".wasm")) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  let characters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    characters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return BASE64 + btoa(characters);
}

/** The bytes of a file. */
export function bytesOfText(text: string): Uint8Array {
  if (!text.startsWith(BASE64)) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(text.slice(BASE64.length)), (it) => it.charCodeAt(0));
}

/** Whether bytes begin as a WebAssembly module does. */
export function isModule(bytes: Uint8Array): boolean {
  return [0x00, 0x61, 0x73, 0x6d].every((byte, place) => bytes[place] === byte);
}
