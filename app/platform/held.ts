/**
 * What the process holds open (database, queues, keys …), under a name. Development reloads modules as one
 * types; what they held must not be lost with them, so it hangs on the process and not on the module.
 */
const everything: Record<string, unknown> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for('farmgate.held')
] ??= {}) as Record<string, unknown>;

export type Held<T> = {
  /** What is held; null before it is opened and after it is closed. */
  get(): T | null;
  /** What is held. Throws when it has not been opened: a bug in the order of starting. */
  demand(): T;
  set(value: T | null): void;
};

/** The one place for a thing of this name. */
export function held<T>(name: string): Held<T> {
  const get = () => (everything[name] as T | undefined) ?? null;
  return {
    get,
    demand: () => {
      const value = get();
      if (value === null) throw new Error(`${name} has not been opened`);
      return value;
    },
    set: (value) => {
      everything[name] = value;
    },
  };
}
