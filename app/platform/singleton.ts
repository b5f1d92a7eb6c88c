/**
 * What the process holds open (database, queues, keys …), under a name. Development reloads modules as one
 * types; what they held must not be lost with them, so it hangs on the process and not on the module.
 */
const home = globalThis as unknown as Record<symbol, Record<string, unknown> | undefined>;
const name = Symbol.for('farmgate.held');
const everything = home[name] ?? {};
home[name] = everything;

export type Held<T> = {
  /** What is held; null before it is opened and after it is closed. */
  get(): T | null;
  /** What is held. Throws when it has not been opened: a bug in the order of starting. */
  demand(): T;
  set(value: T | null): void;
};

/** The one place for a thing of this name. */
export function singleton<T>(what: string): Held<T> {
  const get = () => (everything[what] as T | undefined) ?? null;
  return {
    get,
    demand: () => {
      const value = get();
      if (value === null) throw new Error(`${what} has not been opened`);
      return value;
    },
    set: (value) => {
      everything[what] = value;
    },
  };
}
