/** How many pages a second ten visitors get, by kind of page. */
import type { Rounds } from '../comparison.ts';
import { median } from '../statistics.ts';
import { askForPage, clientLimit, hammerWith, type Question, rateOf } from './ask.ts';
import { type Cost, spending } from './cost.ts';
import { KINDS, type Kind, type Pages, type Shown } from './store.ts';

export type PageRate = {
  kind: Kind;
  /** Answers a second, by round. */
  rounds: readonly number[];
  rate: number;
  /** Answers a second that the client would get if they cost nothing. */
  limit: number;
  /** Of one answer. */
  cost: Cost;
  bytes: number;
};

/** In a round: each product is requested once, and the last round needs some too. */
const MOST_PRODUCTS = 150;
/** Seconds that are not counted, and the addresses requested in them. */
const WARM_UP = 2;
const WARM_UP_FROM = 100_000;

export async function pageRates(
  shown: Shown,
  pages: Pages,
  dataFolder: string,
  rounds: Rounds,
): Promise<PageRate[]> {
  const rates: PageRate[] = [];
  for (const kind of KINDS) rates.push(await pageRate(shown, pages, kind, dataFolder, rounds));
  return rates;
}

async function pageRate(
  shown: Shown,
  pages: Pages,
  kind: Kind,
  dataFolder: string,
  { rounds, seconds }: Rounds,
): Promise<PageRate> {
  const sample = pages.nth(kind, 0);
  if (!sample) throw new Error(`${pages.name} has no ${kind}`);
  const bytes = await askForPage(sample);
  // The client that is faster than Node's sends one GET only.
  const isHammered = kind === 'first' && sample.sent === undefined;
  const limit = await clientLimit(() => askForPage(sample), isHammered);
  const askFor = isHammered ? () => hammered(sample, seconds) : askForOthers(pages, kind, seconds);
  await (isHammered ? hammered(sample, WARM_UP) : warmUp(pages, kind)());
  const spent = spending(shown, dataFolder);
  const asked: Asked[] = [];
  for (let round = 0; round < rounds; round++) asked.push(await askFor());
  const { shop, database } = spent();
  const answered = asked.reduce((sum, each) => sum + each.answered, 0);
  const rates = asked.map(({ rate }) => rate);
  const cost = { shop: shop / answered, database: database / answered };
  return { kind, rounds: rates, rate: median(rates), limit, cost, bytes };
}

type Asked = { answered: number; rate: number };

async function hammered(question: Question, time: number): Promise<Asked> {
  const { answered, failed, seconds } = await hammerWith(question, time);
  if (failed > 0) throw new Error(`${failed} of ${answered} answers were no pages: ${question.url}`);
  return { answered, rate: answered / seconds };
}

/** Every product may be requested once only, so filters warm those up. */
const warmUp = (pages: Pages, kind: Kind) =>
  askForOthers(pages, kind === 'product' ? 'filter' : kind, WARM_UP, WARM_UP_FROM);

/** The returned function sends questions for `seconds`, each call after the last question of the call before. */
function askForOthers(pages: Pages, kind: Kind, seconds: number, from = 1): () => Promise<Asked> {
  let nth = from;
  return async () => {
    const end = kind === 'product' ? nth + MOST_PRODUCTS : Number.POSITIVE_INFINITY;
    let answered = 0;
    const rate = await rateOf(seconds, async () => {
      const question = nth < end ? pages.nth(kind, nth++) : null;
      if (!question) return false;
      await askForPage(question);
      answered += 1;
      return true;
    });
    return { answered, rate };
  };
}
