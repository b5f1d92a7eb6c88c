/** How many pages a second ten visitors get: the first page of the catalogue, filters, searches, products. */
import type { Rounds } from '../comparison.ts';
import { fetchBytes } from '../fetch-bytes.ts';
import { hammer } from '../hammer.ts';
import { median } from '../statistics.ts';
import { type Cost, spending } from './cost.ts';
import type { Kind, Pages, Store } from './store.ts';

export const KINDS = ['first', 'filter', 'search', 'product'] as const;

export type PageRate = {
  form: Pages['form'];
  kind: (typeof KINDS)[number];
  /** Answers a second, by round. */
  rounds: readonly number[];
  rate: number;
  /** Milliseconds of the processor for one answer. */
  cost: Cost;
  bytes: number;
};

const CONNECTIONS = 10;
/** In a round: no product is asked for twice, and there have to be some left for the last round. */
const MOST_PRODUCTS = 150;
/** Seconds that are not counted. */
const WARM_UP = 2;

export async function pageRates(store: Store, dataFolder: string, rounds: Rounds): Promise<PageRate[]> {
  const rates: PageRate[] = [];
  for (const pages of store.pages) {
    for (const kind of KINDS) rates.push(await pageRate(store, pages, kind, dataFolder, rounds));
  }
  return rates;
}

/** Answers, and how long it took them to come. */
type Asked = { answered: number; seconds: number };

async function pageRate(
  store: Store,
  pages: Pages,
  kind: PageRate['kind'],
  dataFolder: string,
  { rounds, seconds }: Rounds,
): Promise<PageRate> {
  const sample = await rightAnswer(pages, kind === 'first' ? pages.first : (pages.nth(kind, 0) ?? ''));
  const ask = kind === 'first' ? () => askForFirst(pages, seconds) : askForOthers(pages, kind, seconds);
  await (kind === 'first' ? askForFirst(pages, WARM_UP) : askForOthers(pages, 'filter', WARM_UP, 100_000)());
  const spent = spending(store, dataFolder);
  const asked: Asked[] = [];
  for (let round = 0; round < rounds; round++) asked.push(await ask());
  const { shop, database } = spent();
  const answered = asked.reduce((sum, each) => sum + each.answered, 0);
  const rates = asked.map((each) => each.answered / each.seconds);
  return {
    form: pages.form,
    kind,
    rounds: rates,
    rate: median(rates),
    cost: { shop: shop / answered, database: database / answered },
    bytes: sample,
  };
}

/** The same address by the client that is not the ceiling. */
async function askForFirst(pages: Pages, seconds: number): Promise<Asked> {
  const { url, headers } = { url: pages.first, headers: pages.headers };
  const { failed, ...asked } = await hammer({ url, connections: CONNECTIONS, headers, seconds });
  if (failed > 0) throw new Error(`${failed} of ${asked.answered} answers were no pages: ${url}`);
  return asked;
}

/** Every address another. @param from the first of them. */
function askForOthers(pages: Pages, kind: Kind, seconds: number, from = 1): () => Promise<Asked> {
  let nth = from;
  return async () => {
    const started = performance.now();
    const end = kind === 'product' ? nth + MOST_PRODUCTS : Number.POSITIVE_INFINITY;
    let answered = 0;
    const lane = async () => {
      while (nth < end && performance.now() - started < seconds * 1000) {
        const url = pages.nth(kind, nth++);
        if (url === null) return;
        await rightAnswer(pages, url);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    return { answered, seconds: (performance.now() - started) / 1000 };
  };
}

/** @returns its size in bytes. @throws when it is a refusal, which GraphQL words as an answer. */
async function rightAnswer({ headers }: Pages, url: string): Promise<number> {
  const { status, body } = await fetchBytes(url, headers);
  if (status !== 200 || body.includes('"errors":')) {
    throw new Error(`${url} answers ${status}: ${body.toString().slice(0, 500)}`);
  }
  return body.length;
}
