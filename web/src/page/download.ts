/** Files that the browser saves. */
import { element } from "./element";

/** Saves bytes as a file in the folder of downloads. */
export function saveFile(name: string, bytes: Uint8Array, type = "application/octet-stream"): void {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
