// What was chosen, step by step, to go back and forth in.

export class History {
  constructor(first) {
    this.steps = [first];
    this.place = 0;
  }

  get now() { return this.steps[this.place]; }
  get canUndo() { return this.place > 0; }
  get canRedo() { return this.place + 1 < this.steps.length; }

  // Adds a step after the current one, unless it is the same; what was undone is forgotten.
  add(step) {
    if (JSON.stringify(step) === JSON.stringify(this.now)) return;
    this.steps.length = this.place + 1;
    this.steps.push(step);
    if (this.steps.length > 200) this.steps.shift();
    this.place = this.steps.length - 1;
  }

  // Replaces all: a beginning that is not a choice of the person's.
  restart(step) {
    this.steps = [step];
    this.place = 0;
  }

  undo() { if (this.canUndo) this.place -= 1; return this.now; }
  redo() { if (this.canRedo) this.place += 1; return this.now; }
}
