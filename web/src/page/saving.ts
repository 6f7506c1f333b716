/** Saving what is shown as files. */
import { saveFile } from "./download";
import { notify, notifyError } from "./notices";
import type { World } from "./world";

const GIF_SECONDS = 6;

interface FileKind {
  ending: string;
  type: string;
  make(world: World): Promise<Uint8Array>;
}

const KINDS = {
  Screenshot: { ending: "png", type: "image/png", make: (world) => world.call("screenshot") },
  Gif: { ending: "gif", type: "image/gif", make: (world) => world.call("gif", GIF_SECONDS) },
  Snapshot: {
    ending: "snapshot",
    type: "application/octet-stream",
    make: (world) => world.call("snapshot"),
  },
  Record: {
    ending: "recording",
    type: "application/octet-stream",
    make: (world) => world.call("recording"),
  },
  SaveScenario: {
    ending: "toml",
    type: "application/toml",
    make: async (world) => new TextEncoder().encode(await world.call("scenarioText")),
  },
} satisfies Record<string, FileKind>;

export type SavedKind = keyof typeof KINDS;

/** Saves a file of a kind, named after the world and the tick. */
export async function save(world: World, kind: SavedKind): Promise<void> {
  const { ending, type, make }: FileKind = KINDS[kind];
  const { name = "world", tick = 0 } = world.state ?? {};
  try {
    const bytes = await make(world);
    const file = `${name.replace(/\.\w+$/, "").replace(/[^\w-]+/g, "-")}-${tick}.${ending}`;
    saveFile(file, bytes, type);
    notify(`${file} is saved to the downloads, ${size(bytes.length)}`, "good");
  } catch (error) {
    notifyError(error);
  }
}

function size(bytes: number): string {
  return bytes < 1024 ** 2
    ? `${Math.ceil(bytes / 1024)} kB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
