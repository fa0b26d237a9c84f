import type { Changed, Options, Palette, Selection, Source } from "./index.js";

/** A thread with the functions of `index.js`. Arrays are copied to it. */
export interface PictureWorker {
  palette(source: Source, options?: Options): Promise<Palette>;
  show(source: Source, options?: Selection): Promise<Changed>;
  hide(source: Source, options?: Selection): Promise<Changed>;
  /** Sends a picture to stay, for many calls: arrays are copied once. */
  keep(source: Source): KeptPicture;
  /** Ends the thread and gives its memory back; waiting calls fail. */
  end(): void;
}

/** A picture in a thread. */
export interface KeptPicture {
  palette(options?: Options): Promise<Palette>;
  show(options?: Selection): Promise<Changed>;
  hide(options?: Selection): Promise<Changed>;
  /** Gives its memory back; no other call may follow. */
  drop(): void;
}

/** Starts a thread. */
export function startWorker(): Promise<PictureWorker>;
