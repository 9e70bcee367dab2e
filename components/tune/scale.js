// Where a τ lies on the picture and which graph it gives. This knows the thresholds of the
// plateaus and the two ends of the axis, and draws nothing.

class Scale {
  cover({ low, high, plateaus }) { Object.assign(this, { low, high, plateaus }); }

  lay(left, right) { Object.assign(this, { left, right }); }

  range() { return [Math.log(this.low), Math.log(this.high)]; }

  x(tau) {
    const [low, high] = this.range();
    const share = (Math.log(this.clamp(tau)) - low) / (high - low);
    return this.left + share * (this.right - this.left);
  }

  tauAt(x) {
    const [low, high] = this.range();
    const share = Math.min(Math.max((x - this.left) / (this.right - this.left), 0), 1);
    return this.clamp(Math.exp(low + share * (high - low)));
  }

  clamp(tau) { return Math.min(Math.max(tau, this.low), this.high); }

  index(tau) {
    const found = this.plateaus.findLastIndex((plateau) => plateau.low <= tau);
    return Math.max(found, 0);
  }

  // The middle of a plateau; beyond the first and the last, of that one.
  middle(k) {
    const { low, high } = this.plateaus[Math.min(Math.max(k, 0), this.plateaus.length - 1)];
    return Math.sqrt(low * Math.min(high === null ? this.high : high, this.high));
  }

  span({ low, high }) { return [this.x(low), high === null ? this.right : this.x(high)]; }
}
