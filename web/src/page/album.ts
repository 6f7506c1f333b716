/** The panel of the album: favourites, living and dead, and the moments worth watching; and what makes favourites. */
import type { AlbumList, FavouriteLine, MomentLine } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { openDialog } from "./dialog";
import { element, labelled, setText } from "./element";
import { notify, notifyError } from "./notices";
import { addPanel, isShown } from "./panels";
import { paced, type World } from "./world";

/** The size of the pictures of moments, in pixels. */
const WIDTH = 120;
const HEIGHT = 80;

const NO_FAVOURITES = "None yet: * keeps the selected organism, F2 gives it a name.";
const NO_MOMENTS = "None yet: nothing rare has happened.";

export class AlbumPanel {
  /** Called when names have changed. */
  onNames: () => void = () => undefined;
  private readonly favourites = element("ul", { className: "album", ariaLabel: "Favourites" });
  private readonly moments = element("ol", { className: "moments", ariaLabel: "Moments" });
  private readonly pictures = new Map<string, HTMLCanvasElement>();
  private key = "";
  private shown = "";
  private readonly refresh = paced(500, async () => {
    if (this.world.state && isShown("album")) this.show(await this.world.call("album"));
  });

  constructor(private readonly world: World) {
    const content = element(
      "div",
      {},
      element("h3", { textContent: "Favourites" }),
      this.favourites,
      element("h3", { textContent: "Moments" }),
      this.moments,
    );
    addPanel({
      id: "album",
      title: "Album",
      icon: "album",
      side: "left",
      isFolded: true,
      content,
      shown: () => this.refresh(),
    });
    world.watch((state) => this.watch(state));
  }

  /** Makes an organism a favourite, or no longer. */
  async toggle(organism: number): Promise<void> {
    notify(await this.world.call("toggleFavourite", organism));
    this.update();
  }

  /** Asks for the name of an organism. */
  async rename(organism: number): Promise<void> {
    const value = await this.world.call("nameOf", organism);
    const input = element("input", { type: "text", value, maxLength: 24, autocomplete: "off" });
    const give = element("button", { type: "button", className: "primary" }, "Give this name");
    const problem = element("p", { role: "status", className: "error" });
    const hint = "Without a name it is called as before. It becomes a favourite.";
    const field = labelled("Name", input, hint);
    const buttons = element("div", { className: "buttons" }, give);
    const dialog = openDialog(`Name of #${organism}`, field, buttons, problem);
    const submit = async (): Promise<void> => {
      try {
        notify(await this.world.call("rename", organism, input.value));
        dialog.close();
        this.update();
      } catch (error) {
        setText(problem, error instanceof Error ? error.message : String(error));
      }
    };
    give.onclick = () => void submit();
    input.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      void submit();
    };
    input.select();
  }

  private update(): void {
    this.refresh();
    this.onNames();
  }

  private watch(state: WorldState): void {
    const key = `${state.world} ${state.present} ${state.tick}`;
    if (key === this.key || state.seeking !== null) return;
    this.key = key;
    this.refresh();
  }

  private show(album: AlbumList): void {
    const shown = JSON.stringify(album);
    if (shown === this.shown && this.favourites.children.length > 0) return;
    this.shown = shown;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["album"];
    const favourites = album.favourites.map((line) => this.favourite(line));
    const moments = album.moments.map((line) => this.moment(line)).reverse();
    this.favourites.replaceChildren(...(favourites.length ? favourites : [note(NO_FAVOURITES)]));
    this.moments.replaceChildren(...(moments.length ? moments : [note(NO_MOMENTS)]));
    if (!focused) return;
    const button = document.querySelector<HTMLElement>(`[data-album="${focused}"]`);
    button?.focus({ preventScroll: true });
  }

  private favourite({ organism, name, description, state, isAlive }: FavouriteLine): HTMLElement {
    const title = element("strong", { textContent: `${name}, ${description}` });
    const button = element("button", { type: "button" }, title, element("span", {}, state));
    button.dataset["album"] = `favourite ${organism}`;
    button.onclick = () => {
      this.world.send("select", organism);
      if (isAlive) this.world.send("follow", organism);
    };
    const remove = element("button", { type: "button", className: "quiet", textContent: "×" });
    remove.title = remove.ariaLabel = `${name} is no favourite any more`;
    remove.onclick = () => void this.toggle(organism).catch(notifyError);
    return element("li", { className: isAlive ? "" : "faint" }, button, remove);
  }

  private moment(line: MomentLine): HTMLElement {
    const { tick, from, at, organism, caption, hasPicture } = line;
    const time = element("time", { textContent: String(tick) });
    const text = element("span", {}, caption);
    if (hasPicture) text.append(this.picture(tick, caption));
    const button = element("button", { type: "button" }, time, text);
    button.dataset["album"] = `moment ${tick}`;
    button.onclick = () => {
      this.world.send("pause");
      this.world.send("seek", from);
      if (organism !== null) this.world.send("select", organism);
      this.world.send("follow", null);
      if (at) this.world.send("centre", ...at);
    };
    return element("li", {}, button);
  }

  /** The picture of a moment. It is painted once. */
  private picture(tick: number, caption: string): HTMLCanvasElement {
    const key = `${this.world.state?.world} ${tick} ${caption}`;
    const known = this.pictures.get(key);
    if (known) return known;
    const canvas = element("canvas", { width: WIDTH, height: HEIGHT, ariaHidden: "true" });
    this.pictures.set(key, canvas);
    void this.world
      .call("momentPicture", tick, caption)
      .then((pixels) => {
        if (pixels.length !== 4 * WIDTH * HEIGHT) return;
        canvas.getContext("2d")?.putImageData(new ImageData(pixels, WIDTH, HEIGHT), 0, 0);
      })
      .catch(notifyError);
    return canvas;
  }
}

function note(text: string): HTMLElement {
  return element("li", { className: "note" }, text);
}
