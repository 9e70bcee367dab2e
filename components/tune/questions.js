// What the server is asked: one question at a time, the newest first, and none for a line that is
// dragged where the graphs were sent ahead. This knows numbers of questions, not what they mean.

const ANSWER_MS = 1500;
const REST_MS = 150;

class Questions {
  // `drawn` names the graphs that the browser turns to by itself, and is empty where it has none.
  constructor({ drawn, send }) {
    this.drawn = drawn;
    this.send = send;
    this.seq = 0;
    this.answered = 0;
  }

  // A mount of its own: numbers that an earlier one sent say nothing here.
  begin(seq) {
    this.seq = seq;
    this.waiting = undefined;
  }

  answer(seq) {
    if (seq >= this.seq) clearTimeout(this.patience);
    this.answered = seq;
  }

  goOn() {
    if (this.answered >= this.seq && this.waiting !== undefined) this.ask();
  }

  isOpen() { return this.waiting !== undefined || this.answered < this.seq; }

  want(question, hasty) {
    clearTimeout(this.resting);
    const drawn = this.drawn() !== "";
    if (drawn && !question.final) return;
    this.waiting = question;
    // A key that is held down draws graph after graph; the server needs the last one only.
    if (drawn && hasty) this.resting = setTimeout(() => this.rest(), REST_MS);
    else if (this.answered >= this.seq) this.ask();
  }

  rest() {
    clearTimeout(this.resting);
    this.ask();
  }

  ask() {
    if (this.waiting === undefined) return;
    const question = this.waiting;
    this.waiting = undefined;
    this.seq += 1;
    this.send({ ...question, drawn: this.drawn(), seq: this.seq });
    // An answer that got lost must not end the dragging.
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.answered = this.seq;
      this.ask();
    }, ANSWER_MS);
  }

  stop() {
    clearTimeout(this.resting);
    clearTimeout(this.patience);
  }
}
