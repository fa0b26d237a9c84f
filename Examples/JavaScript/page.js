// Shows the colours of a picture that is chosen; nothing leaves the browser.

import { startWorker } from "../../JavaScript/worker.js";

const worker = await startWorker();
const list = document.querySelector("ol");
const status = document.querySelector("[role=status]");

document.querySelector("input").addEventListener("change", async (event) => {
  list.replaceChildren();
  try {
    const found = await worker.palette(event.target.files[0], { method: "distinct" });
    for (const { hex, population } of found.swatches) {
      const item = document.createElement("li");
      item.style.borderLeft = `2em solid ${hex}`;
      item.textContent = ` ${hex} ${(100 * population).toFixed(1)} %`;
      list.append(item);
    }
    status.textContent = found.absence ?? `${found.width} × ${found.height} pixels`;
  } catch (error) {
    status.textContent = error.message;
  }
});
