// Compares the state hash of the engine in WebAssembly with those of the command, tick by tick.
//
//   node web/tests/hashes.mjs TERRARIUM [TICKS]
//
// TERRARIUM is the command. It simulates each scenario with a ledger, which has the hash of every tick.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import init, { Session, scenarios } from "../src/engine/terrarium_web.js";

const [command, ticks = "500"] = process.argv.slice(2);
if (!command) {
  console.error("usage: node web/tests/hashes.mjs TERRARIUM [TICKS]");
  process.exit(2);
}
const module = new URL("../src/engine/terrarium_web_bg.wasm", import.meta.url);
await init({ module_or_path: readFileSync(module) });
const folder = mkdtempSync(join(tmpdir(), "terrarium-hashes-"));
try {
  for (const { name } of JSON.parse(scenarios())) compare(name, Number(ticks));
} finally {
  rmSync(folder, { recursive: true });
}

/** Throws at the first tick whose hash differs. */
function compare(scenario, ticks) {
  const out = join(folder, scenario);
  const native = timed(() =>
    execFileSync(command, [
      "run",
      scenario,
      "--ticks",
      String(ticks),
      "--threads",
      "1",
      "--out",
      out,
    ]),
  );
  const [head, ...rows] = readFileSync(join(out, "ledger.csv"), "utf8").trim().split("\n");
  const [tick, hash] = ["tick", "hash"].map((column) => head.split(",").indexOf(column));
  const session = Session.create(JSON.stringify({ scenario: { name: scenario } }));
  let [now, compared] = [JSON.parse(session.state()).tick, 0];
  const wasm = timed(() => {
    for (const row of rows.map((row) => row.split(","))) {
      while (now < Number(row[tick])) {
        session.step();
        now += 1;
      }
      if (session.hash() !== row[hash]) {
        throw new Error(`${scenario}, tick ${now}: ${session.hash()}, but natively ${row[hash]}`);
      }
      compared += 1;
    }
  });
  session.free();
  // A conquest ends when it is decided.
  if (compared < ticks / 2) throw new Error(`${scenario}: only ${compared} ticks were compared`);
  const seconds = (time) => (time / 1000).toFixed(1);
  console.log(
    `${scenario}: ${compared} equal hashes; ${seconds(wasm)} s, natively ${seconds(native)} s`,
  );
}

function timed(run) {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}
