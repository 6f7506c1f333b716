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

/** The engine, compiled once for all workers. */
export function engineModule(): Promise<WebAssembly.Module> {
  return (compiled ??= compile());
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const packed = embedded("engine-source");
  if (packed) return WebAssembly.compile(decompress(bytesOf(packed)).slice());
  const address = new URL("terrarium_web_bg.wasm", document.baseURI).href;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine cannot be loaded: ${response.status} ${address}`);
  // Hosts that do not know the type of the file serve it under another one, which is not compiled while it comes.
  const isNamed = response.headers.get("Content-Type")?.startsWith("application/wasm");
  if (isNamed) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The recording inside a page that was exported with one. */
export function embeddedRun(): Uint8Array | undefined {
  const text = embedded("run");
  return text ? bytesOf(text) : undefined;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
