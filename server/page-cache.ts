/**
 * Pages for guests, kept as the bytes that are sent. What a page shows is noted while it is rendered (platform/shown):
 * an announced change drops the pages that show it, and lists are asked whether they would come out the same.
 */
import { LRUCache } from 'lru-cache';
import { type Result, succeed } from '#kernel/result.ts';
import { type Shown, watchShown } from '#platform/pages/shown.ts';
import { Gate, type GateOptions } from './gate.ts';
import type { CachedPage } from './page-bytes.ts';

/** Room for packed pages, and the same for those that can be asked for without end, so that they push no shelf out. */
const MAXIMUM_BYTES = { shelves: 8 * 1024 * 1024, endless: 2 * 1024 * 1024 };
const MOST_PAGES = 2000;
/**
 * Rendering keeps a core busy: more pages at once take as long and hold more memory. Two of one address leave a place for
 * another's.
 */
const RENDERING: GateOptions = {
  ...{ atOnce: 3, perPerson: 2, perAddress: 2 },
  ...{ waiting: 40, waitingInAll: 400, patienceMs: 2000 },
};
/** A page that changes while it is rendered is rendered again, so often; then it is sent and not kept. */
const MOST_RENDERINGS = 3;
/** How often it is tried, while the database is away, whether pages can be rendered again. */
const TRY_AGAIN_MS = 1000;
/** What every page shows. */
const EVERYTHING = '*';

/** What a page is kept under, and whether there is no end to such pages. */
export type PageKey = { key: string; isEndless: boolean };
/** A page; null for what must not be kept (an error, a redirect); 'away' for what cannot be made just now. */
export type Rendered = CachedPage | null | 'away';

type Answer = Promise<Result<CachedPage | null, 'busy'>>;

/** Clients of one address who wait for the same page, and so have one place in line. */
type Group = { answer: Answer; clients: number; leave: AbortController };

type Entry = { page: CachedPage; shown: Shown; moves: number; isOutdated: boolean };

const store = (maxSize: number) =>
  new LRUCache<string, Entry>({ max: MOST_PAGES, maxSize, sizeCalculation: ({ page }) => page.bytes });

/**
 * The pages kept by this instance. One that is out of date stays, out of sight, until a newer one takes its place:
 * while the database is away it is better than none, and nothing can be bought by it then.
 */
export class PageCache {
  /** How often lists may have got another order or length: a page of another count is asked whether it still holds. */
  moves = 0;
  readonly #gate = new Gate(RENDERING);
  readonly #shelves = store(MAXIMUM_BYTES.shelves);
  readonly #endless = store(MAXIMUM_BYTES.endless);
  /** Renderings that have begun, by page. */
  readonly #rendering = new Map<string, Promise<CachedPage | null>>();
  /** Who waits for a page or for its rendering, by address and page. */
  readonly #waiting = new Map<string, Group>();
  /** For each rendering under way, what was announced since it began. */
  readonly #underWay = new Set<Set<string>>();
  #hears = true;
  /** While the database is away: when it is tried next. */
  #tryAt: number | null = null;

  /** The page as it is now, if it is kept: the path that must be fast. */
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

  /** Drops the pages that show one of these; without names all of them. */
  drop(names: readonly string[] = [EVERYTHING]): void {
    for (const entry of [...this.#shelves.values(), ...this.#endless.values()])
      entry.isOutdated ||= names.some((name) => entry.shown.names.has(name));
    for (const heard of this.#underWay) for (const name of names) heard.add(name);
    // Whoever asks from now on is not answered by what was begun before.
    this.#rendering.clear();
    this.#waiting.clear();
  }

  /** Whether changes are heard from now on: until they are, nothing is kept, and what was announced is missed. */
  setHearing(hears: boolean): void {
    this.#hears = hears;
    if (hears) this.#tryAt = null;
    this.drop();
  }

  /**
   * Renders once however many ask at the same time. Where the page cannot be made just now, the last one made is given,
   * if there is one. Refused: 'busy', when too many others wait.
   * @param address the client's: each waits in its own line, and nobody behind another's.
   * @param gone aborts when the client has closed its connection: a page that no client of its address waits for any
   * more leaves the line.
   */
  render(wanted: PageKey, address: string, render: () => Promise<Rendered>, gone?: AbortSignal): Answer {
    const begun = this.#rendering.get(wanted.key);
    if (begun) return begun.then(succeed);
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
    // Pages without end come second: whoever makes up words keeps nobody from the menu when it is out of date.
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

  /** What somebody else has begun or finished while this one waited is not done again. */
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
    // While the database is away one request in a while tries: whoever does may wait for as long as it keeps silent.
    if (this.#tryAt !== null && Date.now() < this.#tryAt) return lastOne();
    if (this.#tryAt !== null) this.#tryAt = Date.now() + TRY_AGAIN_MS;
    for (let turn = 1; ; turn++) {
      const { moves } = this;
      const heard = new Set(this.#hears ? [] : [EVERYTHING]);
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
      if (!this.#hears || turn === MOST_RENDERINGS) return page;
    }
  }
}
