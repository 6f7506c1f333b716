/** Links that hold a run in their fragment. */

/** The run in a fragment or an address, if there is one. */
export function linkIn(text: string): string | undefined {
  return /#run=(\S+)/.exec(text)?.[1];
}

/** The address of a run. A page that was opened from a disk names the one that `terrarium serve` shows. */
export function addressOf(run: string): string {
  const base =
    location.protocol === "file:" ? "http://127.0.0.1:8323/" : location.href.split("#")[0];
  return `${base}#run=${run.replace(/^.*#?run=/s, "")}`;
}
