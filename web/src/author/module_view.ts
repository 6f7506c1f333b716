/** A WebAssembly module in place of a script: what it is, and what can be done with it. */
import { saveFile } from "../page/download";
import { element } from "../page/element";
import { bytesOfText, MODULE } from "./creature";

export class ModuleView {
  readonly element = element("div", { className: "author-module", hidden: true });
  private readonly size = element("p", {});
  private text = "";

  constructor(replace: () => void) {
    const save = element("button", { type: "button", textContent: "Save the module" });
    save.onclick = () => saveFile(MODULE, bytesOfText(this.text), "application/wasm");
    const script = element("button", { type: "button", textContent: "Replace it by a script" });
    script.onclick = replace;
    const hint =
      "Drop another .wasm file here to replace it. Modules are made with the kits of Terrarium.";
    this.element.append(
      this.size,
      element("p", { className: "author-hint", textContent: hint }),
      element("div", { className: "author-buttons" }, save, script),
    );
  }

  show(text: string): void {
    this.text = text;
    const bytes = bytesOfText(text).length.toLocaleString("en");
    this.size.textContent = `${MODULE}: a WebAssembly module of ${bytes} bytes, which decides for the creature.`;
  }
}
