// Sends pictures to the server and reads what it answers, line by line.

const WAIT = /^\d{1,3}$/;

async function problemOf(answer) {
  try {
    return String((await answer.json()).problem);
  } catch {
    return `The server answered ${answer.status}.`;
  }
}

// Posts, and tries again a few times where the server is busy.
async function post(address, file, signal, onWait) {
  for (let attempt = 0; ; attempt++) {
    let answer;
    try {
      answer = await fetch(address, {
        method: "POST", body: file, signal, headers: {"Content-Type": "application/octet-stream"}});
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Error("The server cannot be reached, or refused the file. Is it still running?");
    }
    if (answer.ok) return answer;
    const problem = await problemOf(answer);
    const wait = answer.headers.get("Retry-After");
    if (!wait || !WAIT.test(wait) || attempt >= 5) throw new Error(problem);
    onWait(problem);
    await new Promise((done, stop) => {
      const timer = setTimeout(done, 1000 * Number(wait));
      signal.addEventListener("abort", () => { clearTimeout(timer); stop(signal.reason); }, {once: true});
    });
  }
}

// Reads JSON lines, and hands over each as it comes.
export async function readLines(answer, take) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let parts = [];
  for (;;) {
    const {value, done} = await reader.read();
    if (done) break;
    const pieces = value.split("\n");
    while (pieces.length > 1) {
      parts.push(pieces.shift());
      await take(JSON.parse(parts.join("")));
      parts = [];
    }
    parts.push(pieces[0]);
  }
}

export async function analyse(file, without, signal, onWait, take) {
  const query = new URLSearchParams();
  const words = without.filter(word => word !== "whole");
  if (words.length) query.set("without", words.join(","));
  if (without.includes("whole")) query.set("whole", "1");
  if (matchMedia("(color-gamut: p3)").matches) query.set("gamut", "p3");
  await readLines(await post(`/analyse?${query}`, file, signal, onWait), take);
}

export async function change(file, {effect, hue, tolerance, feather}, format, signal, onWait) {
  const query = new URLSearchParams({effect, tolerance, feather, format});
  if (hue !== null) query.set("hue", hue);
  return (await post(`/effect?${query}`, file, signal, onWait)).blob();
}

export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
}

// The pixels of a small picture, as they are in its file.
export async function pixelsOf(preview) {
  const bitmap = await createImageBitmap(
    new Blob([bytesOf(preview.png)], {type: "image/png"}),
    {colorSpaceConversion: "none", premultiplyAlpha: "none"});
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
