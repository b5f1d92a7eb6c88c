/** Lets each person do so many of one thing at the same time, in one process; others do not wait for them. */
export class OwnTurns {
  readonly #atOnce: number;
  readonly #underWay = new Map<string, number>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Does `work`, gives what it gives and throws what it throws; null, at once, where this person has no turn left. */
  async take<T>(who: string, work: () => Promise<T>): Promise<T | null> {
    const before = this.#underWay.get(who) ?? 0;
    if (before >= this.#atOnce) return null;
    this.#underWay.set(who, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#underWay.get(who) ?? 1) - 1;
      if (left > 0) this.#underWay.set(who, left);
      else this.#underWay.delete(who);
    }
  }
}
