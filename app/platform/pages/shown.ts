/**
 * Records what a page shows as it is read, so that a cached page is invalidated when something on it changes, and only
 * then. Records nothing for a page that is rendered for one request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Shown = {
  /** The page's content, by the names under which changes are announced: 'products:7', 'store_settings:pickup'. */
  names: Set<string>;
  /** Whether its lists and counts would still come out the same. Called after the catalogue has changed. */
  checks: (() => boolean)[];
  /** The moment (milliseconds since 1970) when the page becomes outdated by time alone. */
  until: number;
};

const watching = new AsyncLocalStorage<Shown>();

/** Runs `work`, and returns its result with everything it read that a page shows. */
export async function watchShown<T>(work: () => Promise<T>): Promise<{ value: T; shown: Shown }> {
  const shown: Shown = { names: new Set(), checks: [], until: Number.POSITIVE_INFINITY };
  return { value: await watching.run(shown, work), shown };
}

export function noteShown(name: string): void {
  watching.getStore()?.names.add(name);
}

export function noteShownUntil(moment: number): void {
  const shown = watching.getStore();
  if (shown) shown.until = Math.min(shown.until, moment);
}

/** @param make is called only if a page is being recorded; it captures the result that the check compares with. */
export function noteCheck(make: () => () => boolean): void {
  watching.getStore()?.checks.push(make());
}

/** The same groups, each recorded as `<table>:<group>` when it is read. */
export function notingGroups<T extends object>(table: string, groups: T): T {
  const shown = watching.getStore();
  if (!shown) return groups;
  return new Proxy(groups, {
    get(target, name, receiver) {
      if (typeof name === 'string') shown.names.add(`${table}:${name}`);
      return Reflect.get(target, name, receiver);
    },
  });
}
