/**
 * Caches guests' pages as the bytes that are sent. Rendering records what a page shows (platform/pages/shown): an
 * announced change invalidates the pages that show it, and lists are checked for whether they would come out the same.
 */
import { LRUCache } from 'lru-cache';
import { type Change, shownAs } from '#db/announced-changes.ts';
import { type Result, succeed } from '#kernel/result.ts';
import { type Shown, watchShown } from '#platform/pages/shown.ts';
import { Gate, type GateOptions } from '#server/load/gate.ts';
import type { CachedPage } from './page-bytes.ts';

/**
 * Bytes for compressed pages; pages with unlimited variants have a separate limit, so that they never evict a shelf.
 */
const MAXIMUM_BYTES = { shelves: 8 * 1024 * 1024, endless: 2 * 1024 * 1024 };
const MOST_PAGES = 2000;
/**
 * Rendering occupies a core: more pages at once take just as long and more memory. Two per address leave a place for
 * another address.
 */
const RENDERING: GateOptions = {
  ...{ atOnce: 3, perPerson: 2, perAddress: 2 },
  ...{ waiting: 40, waitingInAll: 400, patienceMs: 2000 },
};
/** A page that changes during rendering is rendered again, up to this often; then it is sent without caching. */
const MOST_RENDERINGS = 3;
/** Milliseconds between attempts to render pages again while the database is down. */
const TRY_AGAIN_MS = 1000;
/** A name that every page shows. */
const EVERYTHING = '*';

/** The cache key, and whether the page has unlimited variants. */
export type PageKey = { key: string; isEndless: boolean };
/**
 * A page; null for a response that must not be cached (an error, a redirect); 'away' if it cannot be rendered right
 * now.
 */
export type Rendered = CachedPage | null | 'away';

type Answer = Promise<Result<CachedPage | null, 'busy'>>;

/** Clients at one address that wait for the same page and share a place in line. */
type Group = { answer: Answer; clients: number; leave: AbortController };

type Entry = { page: CachedPage; shown: Shown; moves: number; isOutdated: boolean };

const store = (maxSize: number) =>
  new LRUCache<string, Entry>({ max: MOST_PAGES, maxSize, sizeCalculation: ({ page }) => page.bytes });

/**
 * The page cache of this instance. An outdated page stays, unused, until a newer one replaces it: while the database is
 * down, it is better than nothing, and no one can buy from it then.
 */
export class PageCache {
  /**
   * Counts changes that may reorder or resize lists: a page with another count is checked for whether it is still
   * valid.
   */
  moves = 0;
  readonly #gate = new Gate(RENDERING);
  readonly #shelves = store(MAXIMUM_BYTES.shelves);
  readonly #endless = store(MAXIMUM_BYTES.endless);
  /** Renderings in progress, by page. */
  readonly #rendering = new Map<string, Promise<CachedPage | null>>();
  /** Clients waiting for a page or its rendering, by address and page. */
  readonly #waiting = new Map<string, Group>();
  /** For each rendering in progress, the changes announced since it started. */
  readonly #underWay = new Set<Set<string>>();
  #isListening = true;
  /** While the database is down: when to try next. */
  #tryAt: number | null = null;

  /** The page, if a current one is cached: the path that must be fast. */
  get({ key, isEndless }: PageKey): CachedPage | undefined {
    const entry = (isEndless ? this.#endless : this.#shelves).get(key);
    if (entry === undefined || entry.isOutdated || Date.now() >= entry.shown.until) return undefined;
    if (entry.moves !== this.moves) {
      entry.isOutdated = !entry.shown.checks.every((holds) => holds());
      if (entry.isOutdated) return undefined;
      entry.moves = this.moves;
    }
    return entry.page;
  }

  /** Invalidates the pages that show a changed row. Tax rules are shown together or not at all. */
  invalidate({ table, rows }: Change): void {
    if (table === 'tax_rules') this.drop([table]);
    else this.drop(rows?.map((row) => `${shownAs(table)}:${row}`));
  }

  /** Invalidates the pages that show one of these names; without names, all pages. */
  drop(names: readonly string[] = [EVERYTHING]): void {
    for (const entry of [...this.#shelves.values(), ...this.#endless.values()])
      entry.isOutdated ||= names.some((name) => entry.shown.names.has(name));
    for (const heard of this.#underWay) for (const name of names) heard.add(name);
    // Requests from now on must not get a rendering that started earlier.
    this.#rendering.clear();
    this.#waiting.clear();
  }

  /** Sets whether changes are received: while they are not, pages are not cached, because announcements get lost. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    if (isListening) this.#tryAt = null;
    this.drop();
  }

  /**
   * Renders once for all simultaneous requests. If the page cannot be rendered right now, returns the last version, if
   * there is one. Refused: 'busy', when too many others wait.
   * @param address the client's: each address waits in its own line, never behind another's.
   * @param gone aborts when the client disconnects: a page that no client of its address waits for anymore leaves the
   * line.
   */
  render(wanted: PageKey, address: string, render: () => Promise<Rendered>, gone?: AbortSignal): Answer {
    const rendering = this.#rendering.get(wanted.key);
    if (rendering) return rendering.then(succeed);
    const waitsAs = `${address} ${wanted.key}`;
    const group = this.#waiting.get(waitsAs) ?? this.#wait(waitsAs, wanted, address, render);
    group.clients += 1;
    gone?.addEventListener('abort', () => {
      group.clients -= 1;
      if (group.clients === 0) group.leave.abort();
    });
    return group.answer;
  }

  #wait(waitsAs: string, wanted: PageKey, address: string, render: () => Promise<Rendered>): Group {
    const leave = new AbortController();
    // Pages with unlimited variants come second: made-up searches must not delay an outdated menu.
    const line = wanted.isEndless ? 'second' : 'first';
    const visitor = { address, person: null };
    const answer = this.#gate
      .pass(() => this.#renderOnce(wanted, render), visitor, { line, gone: leave.signal })
      .finally(() => {
        if (this.#waiting.get(waitsAs) === group) this.#waiting.delete(waitsAs);
      });
    const group = { answer, clients: 0, leave };
    this.#waiting.set(waitsAs, group);
    return group;
  }

  /** Does not repeat what another request started or finished while this one waited. */
  async #renderOnce(wanted: PageKey, render: () => Promise<Rendered>): Promise<CachedPage | null> {
    const { key } = wanted;
    const done = this.get(wanted) ?? this.#rendering.get(key);
    if (done) return done;
    const rendering = this.#make(wanted, render).finally(() => {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
    });
    this.#rendering.set(key, rendering);
    return rendering;
  }

  async #make({ key, isEndless }: PageKey, render: () => Promise<Rendered>): Promise<CachedPage | null> {
    const pages = isEndless ? this.#endless : this.#shelves;
    const lastOne = () => pages.peek(key)?.page ?? null;
    // While the database is down, one request per interval tries: it may wait for as long as the database stays silent.
    if (this.#tryAt !== null && Date.now() < this.#tryAt) return lastOne();
    if (this.#tryAt !== null) this.#tryAt = Date.now() + TRY_AGAIN_MS;
    for (let turn = 1; ; turn++) {
      const { moves } = this;
      const heard = new Set(this.#isListening ? [] : [EVERYTHING]);
      this.#underWay.add(heard);
      const { value: page, shown } = await watchShown(render).finally(() => this.#underWay.delete(heard));
      if (page === 'away') {
        this.#tryAt ??= 0;
        return lastOne();
      }
      if (page === null) return null;
      this.#tryAt = null;
      shown.names.add(EVERYTHING);
      if (heard.isDisjointFrom(shown.names)) {
        pages.set(key, { page, shown, moves, isOutdated: false });
        return page;
      }
      if (!this.#isListening || turn === MOST_RENDERINGS) return page;
    }
  }
}
