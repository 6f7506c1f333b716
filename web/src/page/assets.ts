/** Where the page finds its worker and its engine: beside it, or inside it if it is one file. */
import { decompress } from "fzstd";

/** The text of a script element that holds data, if the page has one that is not empty. */
export function embedded(id: string): string | undefined {
  return document.getElementById(id)?.textContent?.trim() || undefined;
}

export function workerAddress(): string {
  const source = embedded("worker-source");
  if (!source) return new URL("worker.js", document.baseURI).href;
  const script = new Blob([bytesOf(source)], { type: "text/javascript" });
  return URL.createObjectURL(script);
}

/** The address of the engine, or its bytes. */
export function engineSource(): string | ArrayBuffer {
  const packed = embedded("engine-source");
  if (!packed) return new URL("terrarium_web_bg.wasm", document.baseURI).href;
  // A copy, since what comes out is a part of a larger buffer.
  return decompress(bytesOf(packed)).slice().buffer as ArrayBuffer;
}

/** The recording inside a page that was exported with one. */
export function embeddedRun(): Uint8Array | undefined {
  const text = embedded("run");
  return text ? bytesOf(text) : undefined;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
