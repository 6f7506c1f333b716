// The size of the page as it is downloaded, compressed with Brotli, and of the page in one file. Exits with 1 if it
// is larger than promised.
//
//   node web/benches/sizes.mjs
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The promises, in bytes. */
const MOST_DOWNLOADED = 3.05e6;
const MOST_SINGLE = 5e6;

const folder = new URL("../dist/", import.meta.url);
const [{ BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS }, sum] = [constants, [0, 0, 0]];
const row = (name, sizes) =>
  console.log([...sizes.map((size) => String(size).padStart(10)), name].join("  "));

row("", ["bytes", "gzip", "Brotli"]);
for (const name of readdirSync(folder).filter((name) => name !== "terrarium.html")) {
  const file = readFileSync(new URL(name, folder));
  const params = { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS };
  const sizes = [file, gzipSync(file, { level: 9 }), brotliCompressSync(file, { params })];
  sizes.forEach((bytes, column) => (sum[column] += bytes.length));
  row(
    name,
    sizes.map((bytes) => bytes.length),
  );
}
row("all files", sum);
const single = readFileSync(new URL("terrarium.html", folder)).length;
row("terrarium.html", [single, "", ""]);
if (sum[2] > MOST_DOWNLOADED || single > MOST_SINGLE) {
  console.error(`more than ${MOST_DOWNLOADED} bytes to download, or ${MOST_SINGLE} in one file`);
  process.exitCode = 1;
}
