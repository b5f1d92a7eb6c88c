/** Reads the journal of a span of days for those who may read the money figures. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { AccountingSettings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { daysOf, lengthOf } from '#core/records/analytics/range.ts';
import { reportSnapshot } from '#db/reports.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type BooksAsked, readBooks } from '../books-queries.server.ts';
import { dayFigures } from '../figures-queries.server.ts';
import {
  type EntriesPer,
  type JournalEntry,
  type JournalFigures,
  type JournalProblem,
  journalEntry,
  MOST_DAYS,
  MOST_XERO_LINES,
} from './journal.ts';

export type Journal = {
  entries: JournalEntry[];
  accounts: AccountingSettings;
  /** One entry for all days where a month was closed on another basis, whatever was asked for. */
  per: EntriesPer;
};

/**
 * Its sums are those of the Month End page. Days without sales and cash have no entry.
 * @param per a closed month that counted sales on the day they were placed has one entry, whatever is asked for
 */
export async function readJournal(
  actor: Actor,
  asked: BooksAsked,
  per: EntriesPer,
): Promise<Result<Journal, JournalProblem>> {
  if (!may(actor, 'analytics.read')) return refuse({ kind: 'not-allowed' });
  if (per === 'day' && lengthOf(asked.days) > MOST_DAYS) return refuse({ kind: 'too-many-days' });
  const { accounting: accounts } = await readSettings();
  const books = await readBooks(actor, asked);
  if (!books) return refuse({ kind: 'not-allowed' });
  const isWhole = per === 'span' || books.figures.basis !== 'hand-over';
  const figures: JournalFigures[] = isWhole ? [books.figures] : await figuresByDay(asked);
  const entries = figures.flatMap((each) => journalEntry(each, accounts) ?? []);
  const lines = entries.flatMap((entry) => entry.lines).length;
  if (accounts.program === 'xero' && lines > MOST_XERO_LINES)
    return refuse({ kind: 'too-many-lines', lines });
  return succeed({ entries, accounts, per: isWhole ? 'span' : 'day' });
}

function figuresByDay({ days, zone }: BooksAsked): Promise<JournalFigures[]> {
  return reportSnapshot(async (tx) => {
    const read: JournalFigures[] = [];
    for (const day of daysOf(days)) read.push(await dayFigures(tx, { days: { from: day, to: day }, zone }));
    return read;
  });
}
