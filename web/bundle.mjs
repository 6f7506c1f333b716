// Bundles the page into web/dist: as files to serve, and as one file that opens from a disk.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { compress, init } from "@bokuweb/zstd-wasm";

const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  // The engine is given to the worker; it never looks beside its own script.
  logOverride: { "empty-import-meta": "silent" },
};

await rm("dist", { recursive: true, force: true });
await mkdir("dist");
// Styles that scripts import are texts, for style sheets that are made at run time.
const loader = { ".css": "text" };
const entry = { ...common, entryPoints: ["src/page/page.ts"], loader };
await build({ ...entry, format: "esm", splitting: true, outdir: "dist", chunkNames: "[name]" });
await build({
  ...common,
  entryPoints: ["src/worker/worker.ts"],
  format: "iife",
  outfile: "dist/worker.js",
});
await build({ ...common, entryPoints: ["src/page.css"], outfile: "dist/page.css" });
await copyFile("src/engine/terrarium_web_bg.wasm", "dist/terrarium_web_bg.wasm");

const template = await readFile("src/index.html", "utf8");
await writeFile("dist/index.html", served());
await writeFile("dist/terrarium.html", await single());

/** The page as files beside each other. */
function served() {
  return filled({
    policy: policy("'self'", "'self'", "'self'"),
    styles: '<link rel="stylesheet" href="page.css" />',
    scripts: '<script type="module" src="page.js"></script>',
  });
}

/** The page as one file, with an empty element for the recording to show. */
async function single() {
  const { outputFiles } = await build({ ...entry, format: "iife", write: false });
  // A script element ends at the first of these, wherever it is.
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  const style = await readFile("dist/page.css", "utf8");
  const worker = await readFile("dist/worker.js");
  await init();
  // A fourth smaller than with the compression that browsers can undo themselves.
  const engine = Buffer.from(compress(await readFile("dist/terrarium_web_bg.wasm"), 19));
  const data = (id, bytes) =>
    `<script type="text/plain" id="${id}">${bytes.toString("base64")}</script>`;
  return filled({
    policy: policy(hash(script), hash(style), "'none'"),
    styles: `<style>${style}</style>`,
    scripts: [
      data("worker-source", worker),
      data("engine-source", engine),
      '<script type="text/plain" id="run"></script>',
      `<script>${script}</script>`,
    ].join("\n    "),
  });
}

function filled(parts) {
  // Functions, since replacements as texts give `$&` in scripts a meaning.
  return Object.entries(parts).reduce(
    (text, [name, part]) => text.replace(`<!-- ${name} -->`, () => part),
    template,
  );
}

function policy(script, style, connect) {
  const rules = [
    "default-src 'none'",
    `script-src ${script} 'wasm-unsafe-eval'`,
    `style-src ${style}`,
    "worker-src 'self' blob:",
    "img-src 'self' blob: data:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}" />`;
}

function hash(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
