// The states of the work on one picture: the same machine as PictureJob on the server, run by the
// server's own table.

const RESULTS = {decoded: "picture", analysed: "palette", applied: "savedPicture", failed: "problem"};

export class Machine {
  constructor(table) {
    this.table = table;
    this.phase = "choosing";
    this.work = null;
    this.problem = null;
    this.lastWork = 0;
  }

  allows(kind) {
    return this.table.transitions[this.phase][kind] !== undefined;
  }

  // Takes an event; what work tells comes with that work's number. Returns what to do now: nothing
  // where the event is late, came before or is not possible now.
  handle(kind, work = null, problem = null) {
    const tells = kind in RESULTS;
    if (tells && work !== this.work) return [];
    const next = this.table.transitions[this.phase][kind];
    if (next === undefined) return [];
    const actions = [];
    if (tells) {
      this.work = null;
      actions.push({show: RESULTS[kind], work});
    } else if (this.work !== null && (next !== this.phase || kind === "choose")) {
      actions.push({stop: this.work});
      this.work = null;
    }
    this.phase = next;
    this.problem = problem;
    if (this.table.work.includes(next)) {
      this.lastWork += 1;
      this.work = this.lastWork;
      actions.push({start: next, work: this.lastWork});
    }
    return actions;
  }
}
