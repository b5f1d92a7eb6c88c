/**
 * Numbers about this process for Prometheus, in its text format (version 0.0.4). Counting is one addition; everything
 * else happens when someone asks. Labels have few values that the code names: never a path with an id, never a person.
 */

/** Seconds: the upper bounds of the buckets of durations. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** The most combinations of labels; further ones would be a bug and count as 'other'. */
const MOST_SERIES = 100;

const labelsOf = (names: readonly string[], values: readonly string[]) =>
  names.map((name, at) => `${name}="${values[at] ?? ''}"`).join(',');

/** A number that only grows, by labels. */
export class Counter {
  readonly #names: readonly string[];
  readonly #series = new Map<string, number>();
  constructor(...names: string[]) {
    this.#names = names;
  }

  add(...values: string[]): void {
    const labels = labelsOf(this.#names, values);
    const key =
      this.#series.has(labels) || this.#series.size < MOST_SERIES
        ? labels
        : labelsOf(
            this.#names,
            this.#names.map(() => 'other'),
          );
    this.#series.set(key, (this.#series.get(key) ?? 0) + 1);
  }

  lines(name: string): string[] {
    return [...this.#series].map(([labels, value]) => `${name}{${labels}} ${value}`);
  }
}

/** How long things took, by one label. */
export class Durations {
  readonly #label: string;
  readonly #series = new Map<string, { counts: number[]; sum: number; count: number }>();
  constructor(label: string) {
    this.#label = label;
  }

  /** @param seconds that it took. */
  add(value: string, seconds: number): void {
    let series = this.#series.get(value);
    if (series === undefined) {
      if (this.#series.size >= MOST_SERIES) return;
      series = { counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
      this.#series.set(value, series);
    }
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at !== -1) series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
    series.count += 1;
  }

  lines(name: string): string[] {
    return [...this.#series].flatMap(([value, { counts, sum, count }]) => {
      const label = `${this.#label}="${value}"`;
      let below = 0;
      const buckets = BOUNDS.map((bound, at) => {
        below += counts[at] ?? 0;
        return `${name}_bucket{${label},le="${bound}"} ${below}`;
      });
      return [
        ...buckets,
        `${name}_bucket{${label},le="+Inf"} ${count}`,
        `${name}_sum{${label}} ${sum}`,
        `${name}_count{${label}} ${count}`,
      ];
    });
  }
}

export type Metric = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  lines: readonly string[];
};

/** A metric with one number; null is left out, because 0 would be a claim. */
export const single = (
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  value: number | null,
): Metric => ({
  ...{ name, type, help },
  lines: value === null ? [] : [`${name} ${value}`],
});

/** The answer to Prometheus. */
export const textOf = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ lines }) => lines.length > 0)
    .map(
      ({ name, help, type, lines }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`,
    )
    .join('');

/** Checkouts of this process by outcome. */
export const checkouts = new Counter('outcome');
