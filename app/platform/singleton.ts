/**
 * The process's open resources (database, queues, keys …), by name. Development reloads modules as you type; the
 * resources must survive that, so they are stored on the process and not in a module.
 */
const home = globalThis as unknown as Record<symbol, Record<string, unknown> | undefined>;
const name = Symbol.for('farmgate.held');
const everything = home[name] ?? {};
home[name] = everything;

export type Held<T> = {
  /** The resource; null before it is opened and after it is closed. */
  get(): T | null;
  /** The resource. Throws if it is not open: a bug in the startup order. */
  demand(): T;
  set(value: T | null): void;
};

/** Returns the one slot with this name. */
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
