/**
 * What a page shows, noted where it is read, so that a cached page goes when something on it changes, and stays
 * when anything else does. Nothing is noted for a page that is made for one request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Shown = {
  /** What stands on the page, by the names under which changes are announced: 'products:7', 'store_settings:pickup'. */
  names: Set<string>;
  /** Whether its lists and counts would still come out the same. Asked after the catalogue has moved. */
  checks: (() => boolean)[];
  /** The moment (milliseconds since 1970) from which it would differ by time alone. */
  until: number;
};

const watching = new AsyncLocalStorage<Shown>();

/** Does `work`, and says what it has read that a page shows. */
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

/** @param make is called only where a page is watched; it remembers what came out, for the check to compare with. */
export function noteCheck(make: () => () => boolean): void {
  watching.getStore()?.checks.push(make());
}

/** The same groups, each noted as `<table>:<group>` when it is read. */
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
