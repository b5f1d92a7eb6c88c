/** Reads the books of a span of days for those who may read the money figures: a closed month as it was closed. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { DayRange } from '#core/records/analytics/range.ts';
import { inSnapshot, type Transaction } from '#db/client.ts';
import { reportSnapshot } from '#db/reports.ts';
import type { StoreDate } from '#kernel/time.ts';
import { type ClosingEntry, closingOf, lastClosing, readClosingHistory } from './closings-queries.server.ts';
import type { BookFigures } from './figures.ts';
import { bookFigures, type Later, laterChanges } from './figures-queries.server.ts';
import { type Closing, monthOf } from './month.ts';

export type Books = {
  figures: BookFigures;
  /** Set if the span is one closed month: then the figures are as they were closed. */
  closing: (Closing & { storeName: string }) | null;
  /** What changed these days since their month was closed; it counts on later days. */
  later: Later;
  /** The month closed last; null while none is. */
  last: StoreDate | null;
  history: ClosingEntry[];
  /** Of every tax rule by its id; '*' for every class. */
  taxClasses: Record<string, string>;
};

export type BooksAsked = { days: DayRange; zone: string; today: StoreDate };

/** null for people who may not read the money figures. */
export const readBooks = (actor: Actor, asked: BooksAsked): Promise<Books | null> =>
  booksIn(reportSnapshot, actor, asked);

/** The same from the primary, whose figures are the ones that are closed: for the page on which a person closes a month. */
export const readBooksToClose = (actor: Actor, asked: BooksAsked): Promise<Books | null> =>
  booksIn(inSnapshot, actor, asked);

function booksIn(snapshot: typeof inSnapshot, actor: Actor, asked: BooksAsked): Promise<Books | null> {
  if (!may(actor, 'analytics.read')) return Promise.resolve(null);
  return snapshot(async (tx) => {
    const month = monthOf(asked.days);
    const stored = month && (await closingOf(tx, month));
    const { figures, ...closing } = stored ?? { figures: await bookFigures(tx, asked, asked.today) };
    return {
      figures,
      closing: 'id' in closing ? closing : null,
      later: await laterChanges(tx, asked),
      last: (await lastClosing(tx))?.month ?? null,
      history: await readClosingHistory(tx),
      taxClasses: await taxClassesOf(tx),
    };
  });
}

async function taxClassesOf(tx: Pick<Transaction, 'execute'>): Promise<Record<string, string>> {
  const { rows } = await tx.execute<{ id: string; taxClass: string }>(
    sql`select id::text, tax_class as "taxClass" from tax_rules`,
  );
  return Object.fromEntries(rows.map(({ id, taxClass }) => [id, taxClass]));
}

/** A short text that differs if the figures do: who closes a month sends the one they have seen. */
export function fingerprintOf(figures: BookFigures): string {
  return createHash('sha256').update(JSON.stringify(figures)).digest('base64url').slice(0, 22);
}
