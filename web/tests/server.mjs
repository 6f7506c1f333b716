// Serves web/dist to the tests.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../dist", import.meta.url));
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

const port = Number(process.argv[2] ?? 8324);
createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://page").pathname);
  try {
    const bytes = await readFile(join(folder, path === "/" ? "index.html" : path));
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? types[".html"] });
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}).listen(port, "127.0.0.1");
