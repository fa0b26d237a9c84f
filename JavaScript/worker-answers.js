// What a thread does with messages: worker-caller.js sends them, and gets what `post` is given.

import { hide, palette, show } from "./index.js";

const FUNCTIONS = { palette, show, hide };

// Pictures that were sent to stay, by number.
const pictures = new Map();

export async function answer({ id, name, kept, source, options }, post) {
  if (!name) return source === undefined ? pictures.delete(kept) : pictures.set(kept, source);
  try {
    const result = await FUNCTIONS[name](kept === undefined ? source : pictures.get(kept), options);
    post({ id, result }, result.data ? [result.data.buffer] : []);
  } catch (error) {
    post({ id, error: { name: error.name, message: error.message } });
  }
}
