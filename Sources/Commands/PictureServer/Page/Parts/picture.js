// One chosen picture: its file, what is known of it, and the work on it.

import {History} from "./history.js";
import {Machine} from "./machine.js";
import {analyse, change, showsFiles} from "./work.js";

let lastID = 0;

export class Picture {
  constructor(file, table, settings, without, onChange) {
    this.id = ++lastID;
    this.file = file;
    this.name = file.name || "picture";
    this.url = showsFiles ? URL.createObjectURL(file) : null;
    this.machine = new Machine(table);
    this.wish = settings;
    this.without = without;
    this.history = new History({effect: "show", hue: null, tolerance: 20, feather: 10, ...settings});
    this.onChange = onChange;
    this.progress = null;
    this.words = null;
    this.note = "";
    this.format = "jpg";
    this.control = null;
  }

  get settings() { return this.history.now; }
  get phase() { return this.machine.phase; }
  get isReady() { return this.phase === "ready" || this.phase === "saved" || this.phase === "applying"; }
  get stem() { return this.name.replace(/\.[^.]*$/, "") || "picture"; }

  // Passes an event to the machine and does what that answers.
  tell(kind, work = null, problem = null) {
    for (const action of this.machine.handle(kind, work, problem)) {
      if (action.stop !== undefined) this.control?.abort();
      if (action.start === "decoding") this.read(action.work);
      if (action.start === "applying") this.write(action.work);
    }
    this.onChange(this);
  }

  begin() { this.tell(this.phase === "choosing" ? "choose" : "retry"); }

  adjust(settings, isStep) {
    if (isStep) this.history.add(settings);
    this.tell("adjust");
  }

  wait(words) {
    this.words = words;
    this.onChange(this);
  }

  // Reading the pixels and finding the colours come out of one answer.
  async read(work) {
    let current = work;
    const control = this.control = new AbortController();
    this.progress = null;
    this.words = null;
    const most = this.machine.table.limits?.fileBytes;
    if (this.file.size > most) {
      this.tell("failed", work, `The file has more than ${Math.floor(most / 1e6)} MB, the limit of this server.`);
      return;
    }
    try {
      await analyse(this.file, this.without, control.signal, words => this.wait(words), async line => {
        if (this.machine.work !== current) return;
        this.words = null;
        switch (line.event) {
          case "opened":
            this.width = line.width;
            this.height = line.height;
            this.format = ["jpg", "heic"].includes(line.format) ? "jpg" : "png";
            this.fileFormat = this.format;
            this.note = line.note ?? "";
            break;
          case "progress":
            this.progress = line.done;
            break;
          case "decoded":
            Object.assign(this, {pixels: line.pixels, hue: line.hue, hues: line.hues, accents: line.accents,
              greys: line.greys, counted: line.counted, warnings: line.warnings});
            if (!(this.wish && "hue" in this.wish)) this.history.restart({...this.settings, hue: line.hue});
            this.tell("decoded", current);
            current = this.machine.work;
            return;
          case "analysed":
            this.swatches = line.swatches.filter(swatch => /^#[0-9a-f]{6}$/.test(swatch.color));
            this.absence = line.absence;
            this.roles = line.roles ?? [];
            this.bars = line.bars ?? null;
            this.copies = line.copies;
            this.tell("analysed", current);
            return;
          case "failed":
            this.tell("failed", current, line.problem);
            return;
        }
        this.onChange(this);
      });
      this.tell("failed", current, "The work on the picture ended early.");
    } catch (error) {
      if (!control.signal.aborted) this.tell("failed", current, error.message);
    }
  }

  async write(work) {
    const control = this.control = new AbortController();
    const settings = {...this.settings};
    const format = this.format;
    try {
      const {blob, note} = await change(this.file, settings, format, control.signal, words => this.wait(words));
      if (this.machine.work !== work) return;
      this.words = null;
      this.saved = {blob, note: note ?? "", name: `${this.stem}-${settings.effect}.${format}`};
      offer(blob, this.saved.name);
      this.tell("applied", work);
    } catch (error) {
      if (control.signal.aborted) return;
      this.words = null;
      this.tell("failed", work, error.message);
    }
  }
}

// Hands a file to the browser to be kept.
export function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
