// A small picture of means, each of the pixels that it stands for, weighted by their alpha.

export class BoxMean {
  /** Begins; a picture whose sides are `side` or less keeps its size. */
  constructor(width, height, side) {
    const scale = Math.min(1, side / Math.max(width, height, 1));
    Object.assign(this, {width, height});
    this.smallWidth = Math.max(1, Math.floor(width * scale));
    this.smallHeight = Math.max(1, Math.floor(height * scale));
    this.isWhole = scale === 1;
    this.result = new Uint8ClampedArray(4 * this.smallWidth * this.smallHeight);
    this.columns = Uint32Array.from({length: width}, (_, x) => 5 * Math.floor(x * this.smallWidth / width));
    this.sums = new Float64Array(5 * this.smallWidth);
    this.row = 0;
  }

  add({y, rows, data}) {
    if (this.isWhole) {
      this.result.set(data, 4 * this.width * y);
      return;
    }
    const {columns, sums, width} = this;
    for (let line = 0, at = 0; line < rows; line++) {
      const row = Math.floor((y + line) * this.smallHeight / this.height);
      if (row !== this.row) this.#endRow(row);
      for (let x = 0; x < width; x++, at += 4) {
        const to = columns[x], alpha = data[at + 3];
        sums[to] += data[at] * alpha;
        sums[to + 1] += data[at + 1] * alpha;
        sums[to + 2] += data[at + 2] * alpha;
        sums[to + 3] += alpha;
        sums[to + 4] += 1;
      }
    }
  }

  #endRow(next) {
    const {sums, result} = this;
    for (let x = 0, at = 4 * this.smallWidth * this.row; x < sums.length; x += 5, at += 4) {
      const alpha = Math.max(sums[x + 3], 1);
      for (let channel = 0; channel < 3; channel++) result[at + channel] = Math.floor(sums[x + channel] / alpha + 0.5);
      result[at + 3] = Math.floor(sums[x + 3] / Math.max(sums[x + 4], 1) + 0.5);
    }
    sums.fill(0);
    this.row = next;
  }

  /** The small picture, once all rows are added. */
  picture() {
    if (!this.isWhole) this.#endRow(this.smallHeight);
    return {width: this.smallWidth, height: this.smallHeight, data: this.result};
  }
}
