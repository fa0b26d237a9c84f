// Has another thread count a picture while this one reads it.

// Bands on the way, while the next is read: one is counted, one waits.
const MOST_WAITING = 2;

let thread = null;
// Those who wait for an answer of the thread, in its order.
const waiting = [];

function started() {
  const worker = new Worker(new URL("counter.js", import.meta.url), {type: "module", name: "counter"});
  worker.onmessage = ({data}) => {
    const {resolve, reject} = waiting.shift();
    if (!data.problem) resolve(data);
    // A lack of memory has its own words (studio.js).
    else reject(new (data.isMemory ? RangeError : Error)(data.problem));
  };
  worker.onerror = event => {
    event.preventDefault();
    thread = null;
    for (const {reject} of waiting.splice(0)) reject(new Error("The part of the page that counts colours could not be loaded."));
  };
  return worker;
}

function send(task, value, memory = []) {
  thread ??= started();
  return new Promise((resolve, reject) => {
    waiting.push({resolve, reject});
    thread.postMessage({task, value}, memory);
  });
}

/**
 * Counts a picture's bands: `{hues, distinct, brand, palette, times}`, or `{palette, times}` alone.
 *
 * @param words what does not count, such as `white` or `background`
 * @param tolerance degrees to either side of the hue that stands for the picture; null for the palette alone
 * @param take is given each band first; its memory goes to the other thread then
 * @returns among the rest how many milliseconds were counted, and of these waited for
 */
export async function count(picture, words, tolerance, take = () => {}) {
  const {width, height, hasExactColours} = picture;
  const times = {counting: 0, waiting: 0};
  const sent = [];
  const wait = async done => {
    const begun = performance.now();
    const {result, milliseconds} = await done;
    times.waiting += performance.now() - begun;
    times.counting = milliseconds;
    return result;
  };
  const give = (task, value, memory) => {
    const done = send(task, value, memory);
    // A failure is told where it is waited for.
    done.catch(() => {});
    sent.push(done);
  };
  const giveBand = async (task, {y, rows, data}) => {
    give(task, {y, rows, data}, [data.buffer]);
    if (sent.length > MOST_WAITING) await wait(sent.shift());
  };
  try {
    give("begin", {words, width, height, hasExactColours, hasHues: tolerance !== null});
    if (words.includes("background")) for await (const band of picture.bands()) await giveBand("look", band);
    for await (const band of picture.bands()) {
      take(band);
      await giveBand("add", band);
    }
    for (const done of sent.splice(0)) await wait(done);
    // Where there are bars, what they leave is counted again.
    for (let task; (task = await wait(send("further")));) {
      for await (const band of picture.bands()) await giveBand(task, band);
      for (const done of sent.splice(0)) await wait(done);
    }
    return {...await wait(send("end", tolerance)), times};
  } catch (error) {
    send("drop").catch(() => {});
    throw error;
  }
}

/** Has the thread started before there is a picture. */
export function startCounting() {
  thread ??= started();
}
