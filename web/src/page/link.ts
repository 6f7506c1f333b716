/** Links that hold a run in their fragment. */

/** What an address holds of a run, if it has one: the engine reads it, and what mails and chats made of it. */
export function linkIn(text: string): string | undefined {
  return /run(?:=|&#61;|%(?:25)*3D)\S*/i.exec(text)?.[0];
}

/**
 * The address of a run, whose fragment is given. A page that was opened from a disk names the one that
 * `terrarium serve` shows.
 */
export function addressOf(fragment: string): string {
  const base =
    location.protocol === "file:" ? "http://127.0.0.1:8323/" : location.href.split("#")[0];
  return `${base}${fragment}`;
}
