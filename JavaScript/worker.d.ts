import type { Changed, Options, Palette, Selection, Source } from "./index.js";

/** A thread with the functions of `index.js`. Arrays are copied to it. */
export interface PictureWorker {
  palette(source: Source, options?: Options): Promise<Palette>;
  show(source: Source, options?: Selection): Promise<Changed>;
  hide(source: Source, options?: Selection): Promise<Changed>;
  /** Ends the thread and gives its memory back; waiting calls fail. */
  end(): void;
}

/** Starts a thread. */
export function startWorker(): Promise<PictureWorker>;
