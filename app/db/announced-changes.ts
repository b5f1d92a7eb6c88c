/**
 * Changes that the database announces on the channel `catalogue` (docs/triggers.md), and the caches that they invalidate.
 * The server passes every announcement here; a cache registers itself.
 */

/** A table, or 'everything', and the ids of its changed rows; null if any row may have changed. */
export type Change = { readonly table: string; readonly rows: readonly string[] | null };

type Listener = (change: Change) => void;

/** Run first: a listener may load again what depends on a cached value. */
const caches = new Set<Listener>();
const listeners = new Set<Listener>();
let listening = false;

/** Calls `listener` for every announced change; returns a function that removes it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param payload 'products:7,12'; 'products' if any of its rows may have changed; 'everything' */
export function announceChange(payload: string): void {
  const [table = '', rows] = payload.split(':');
  const change = { table, rows: rows?.split(',') ?? null };
  for (const invalidate of caches) invalidate(change);
  for (const listener of listeners) listener(change);
}

/** Whether this process receives every announcement. While it does not, prices must not be cached. */
export const isListening = (): boolean => listening;

/** Set by the server when its connection starts to listen, and when it is lost. */
export function setListening(is: boolean): void {
  listening = is;
}

/** Tables whose rows are shown as part of a product; their announcements name products. */
const partsOfProducts: ReadonlySet<string> = new Set(['stock', 'lots', 'product_images']);

/** The name under which pages note a table's rows when they show them (platform/pages/shown). */
export const shownAs = (table: string): string => (partsOfProducts.has(table) ? 'products' : table);

export type Remembered<T> = {
  /**
   * The value, loaded if it is not cached. A failed load is not cached.
   * @param key what the value depends on besides the tables: only the value of the last key is cached
   */
  read(key?: string): Promise<T>;
  invalidate(): void;
};

/** Caches what `load` returns until a change of one of these tables is announced. */
export function remember<T>(
  load: () => Promise<T>,
  { tables }: { tables: readonly string[] },
): Remembered<T> {
  let cached: { key: string; value: Promise<T> } | null = null;
  const invalidate = () => {
    cached = null;
  };
  caches.add(({ table }) => {
    if (table === 'everything' || tables.includes(table)) invalidate();
  });
  return {
    invalidate,
    read: (key = '') => {
      if (cached?.key === key) return cached.value;
      const loaded = { key, value: load() };
      cached = loaded;
      loaded.value.catch(() => {
        if (cached === loaded) invalidate();
      });
      return loaded.value;
    },
  };
}
