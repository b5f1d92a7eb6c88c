/** Reads which days a journal is asked for, and whether each gets an entry, from the URL. */
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { rangeOf } from '#core/records/analytics/range.ts';
import type { BooksAsked } from '#core/records/books/books-queries.server.ts';
import type { EntriesPer } from '#core/records/books/journal/journal.ts';
import { readSpan } from '#core/records/books/span.ts';

export async function journalAsked(request: Request) {
  const { searchParams } = new URL(request.url);
  const { today, zone } = await storeClock();
  const state = readSpan(searchParams);
  const { range, problem } = rangeOf(state, today);
  const per: EntriesPer = searchParams.get('per') === 'span' ? 'span' : 'day';
  const asked: BooksAsked | null = range && { days: range.days, zone, today };
  return { state, problem, per, today, asked };
}
