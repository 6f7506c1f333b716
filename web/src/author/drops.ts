/** Files and folders that are dropped on the editor. */

/** Calls with drops of files on an element, which the page does not see then. */
export function listenToDrops(target: HTMLElement, onDrop: (event: DragEvent) => void): void {
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes("Files") ?? false;
  target.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  // Before the text editor inserts the files as text.
  target.addEventListener(
    "drop",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      onDrop(event);
      document.body.classList.remove("dropping");
      event.stopPropagation();
    },
    { capture: true },
  );
}

/** The files of a drop. Those of folders have their paths as names. */
export async function droppedFiles(event: DragEvent): Promise<File[]> {
  const items = [...(event.dataTransfer?.items ?? [])];
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((it) => it !== null);
  // Drops that scripts make have files without entries.
  if (entries.length === 0) return [...(event.dataTransfer?.files ?? [])];
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) {
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    // Folders hold more than what the engine reads, such as notes and sources.
    const wanted = inside.filter((it) => it.isDirectory || /\.(toml|rhai|wasm)$/.test(it.name));
    return (await Promise.all(wanted.map(filesIn))).flat();
  }
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  const path = entry.fullPath.replace(/^\//, "");
  if (!path.includes("/")) return [file];
  Object.defineProperty(file, "webkitRelativePath", { value: path });
  return [file];
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A reader gives its entries in parts.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}
