/** Creatures as files: zip archives that hold folders as `creatures/` has them, and files that are dropped. */
import { unzipSync, zipSync } from "fflate";
import type { UnzipFileInfo, Unzipped } from "fflate";
import type { Creature, Files } from "../contract/engine";
import { FILES, MANIFEST, MODULE, SCRIPT } from "./creature";
import { bytesOfText, filesOf, isModule, nameIn, textOfBytes } from "./creature";

/** The largest file that is read, in bytes; those of creatures are kilobytes. */
const MOST_BYTES = 8 * 1024 * 1024;
/** The greatest number of files that are read from an archive. */
const MOST_FILES = 300;

/** The first date that archives know, in the time zone of the browser, as they have dates. */
const FIRST_DATE = new Date(1980, 0, 1);

/** What was read: whole creatures, and code files without a `creature.toml`. */
export interface Imported {
  creatures: Creature[];
  code: { name: string; text: string } | null;
}

/** The archive with the folder of a creature. */
export function archiveOf(creature: Creature): Uint8Array {
  const files = filesOf(creature).map((name) => [
    name,
    bytesOfText(creature.files[name] as string),
  ]);
  // The same creature gives the same bytes.
  return zipSync({ [creature.name]: Object.fromEntries(files) }, { mtime: FIRST_DATE });
}

/** Reads archives and files of creatures. Throws if one is damaged, too large, or of another kind. */
export async function importFiles(given: readonly File[]): Promise<Imported> {
  const imported: Imported = { creatures: [], code: null };
  const loose: [path: string, bytes: Uint8Array][] = [];
  for (const file of given) {
    if (file.size > MOST_BYTES) {
      throw new Error(`${file.name} has more than 8 MB: no file of a creature is so large.`);
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith(".zip")) imported.creatures.push(...creaturesIn(file.name, bytes));
    else loose.push([file.webkitRelativePath || file.name, bytes]);
  }
  const { creatures, code } = gathered(loose);
  imported.creatures.push(...creatures);
  imported.code = code;
  return imported;
}

function creaturesIn(name: string, bytes: Uint8Array): Creature[] {
  const { creatures } = gathered(Object.entries(unzipped(name, bytes)));
  if (creatures.length === 0) {
    throw new Error(`${name} holds no creature: a folder with a ${MANIFEST}.`);
  }
  return creatures;
}

function unzipped(name: string, bytes: Uint8Array): Unzipped {
  let [count, size] = [0, 0];
  // Sizes are counted before anything is unpacked, and unpacking never exceeds them.
  const filter = (file: UnzipFileInfo): boolean => {
    if (!FILES.some((it) => it === baseName(file.name))) return false;
    count += 1;
    size += file.originalSize;
    if (size > MOST_BYTES)
      throw new Error(`${name} holds more than 8 MB: no creature is so large.`);
    if (count > MOST_FILES) throw new Error(`${name} holds more than ${MOST_FILES} files.`);
    return true;
  };
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (!isZipError(error)) throw error;
    throw new Error(`${name} is no zip archive, or damaged (${error.message}).`);
  }
}

function isZipError(error: unknown): error is Error {
  return !(error instanceof Error) || "code" in error || error instanceof RangeError;
}

/** The creatures among files: one for each folder with a `creature.toml`. */
function gathered(files: [path: string, bytes: Uint8Array][]): Imported {
  const folders = new Map<string, Files>();
  for (const [path, bytes] of files) {
    const name = fileName(path);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (name === MODULE && !isModule(bytes)) {
      throw new Error(`${path} is no WebAssembly module.`);
    }
    const texts = folders.get(folder) ?? {};
    texts[name] = text(path, name, bytes);
    folders.set(folder, texts);
  }
  const imported: Imported = { creatures: [], code: null };
  for (const [folder, texts] of folders) {
    if (texts[MANIFEST] !== undefined) {
      const name = baseName(folder) || nameIn(texts) || "creature";
      imported.creatures.push({ name, files: texts });
    } else {
      const [code] = Object.entries(texts);
      if (code) imported.code = { name: code[0], text: code[1] };
    }
  }
  return imported;
}

function text(path: string, name: string, bytes: Uint8Array): string {
  try {
    return textOfBytes(name, bytes);
  } catch {
    throw new Error(`${path} is no text in UTF-8.`);
  }
}

/** The file of a creature that a path stands for: code files may have any name. */
function fileName(path: string): string {
  if (path.endsWith(".rhai")) return SCRIPT;
  if (path.endsWith(".wasm")) return MODULE;
  if (baseName(path) === MANIFEST) return MANIFEST;
  throw new Error(
    `${path} is no file of a creature. Those are ${MANIFEST}, ${SCRIPT}, ${MODULE}, or a zip archive with them.`,
  );
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
