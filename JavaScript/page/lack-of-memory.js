// What an error says when there was no memory.

/** Whether memory was missing; a browser may lack WebAssembly itself, as in a mode that locks it down. */
export const isLackOfMemory = error =>
  error instanceof RangeError || error instanceof (globalThis.WebAssembly?.RuntimeError ?? RangeError);
