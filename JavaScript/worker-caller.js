// The functions of a thread, as its caller has them.

/** `listen` is given what to call with an answer, and what with the reason for which there will be none. */
export function called(worker, listen) {
  const waiting = new Map();
  let next = 0;
  let end = null;

  const failAll = (reason) => {
    end ??= reason;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const receive = ({ id, result, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (!error) return call?.resolve(result);
    const type = { TypeError, RangeError }[error.name] ?? Error;
    return call?.reject(new type(error.message));
  };
  listen(receive, failAll);

  const post = (message) => {
    if (end) throw new Error(end);
    try {
      worker.postMessage(message);
    } catch (error) {
      throw new TypeError(`The picture cannot go to a worker: ${error.message}`);
    }
  };
  const send = (message) =>
    new Promise((resolve, reject) => {
      const id = next++;
      post({ id, ...message });
      waiting.set(id, { resolve, reject });
    });
  const call = (name) => (source, options = {}) => send({ name, source: plain(source), options });
  return {
    palette: call("palette"), show: call("show"), hide: call("hide"),
    keep(source) {
      const kept = next++;
      let isDropped = false;
      post({ kept, source: plain(source) });
      const ask = (name) => async (options = {}) => {
        if (isDropped) throw new Error("The picture was dropped.");
        return send({ name, kept, options });
      };
      return {
        palette: ask("palette"), show: ask("show"), hide: ask("hide"),
        drop() {
          isDropped = true;
          if (!end) post({ kept });
        },
      };
    },
    end() {
      worker.terminate();
      failAll("The worker has ended.");
    },
  };
}

// ImageData and arrays as what every thread has.
const plain = (source) =>
  source && typeof source === "object" && "data" in source && !ArrayBuffer.isView(source)
    ? { data: source.data, width: source.width, height: source.height, colorSpace: source.colorSpace }
    : source;
