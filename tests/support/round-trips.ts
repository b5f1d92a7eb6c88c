/** Counts PostgreSQL traffic: statements, and round trips, of which one may carry several. */
import pg from 'pg';
import { Connection } from '#db/connection.ts';

export type Asked = {
  roundTrips: number;
  /** The first words of each, in order. */
  statements: string[];
};

/**
 * The traffic of `work` over our own connections (the job queue has others); nothing else may use them at the same
 * time.
 */
export async function countAsked(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { roundTrips: 0, statements: [] };
  const unanswered = new Map<pg.Client, number>();
  const query = pg.Client.prototype.query as (...question: unknown[]) => unknown;
  const counting = function (this: pg.Client, ...question: unknown[]) {
    if (!(this instanceof Connection)) return query.apply(this, question);
    const waiting = unanswered.get(this) ?? 0;
    if (waiting === 0) asked.roundTrips += 1;
    unanswered.set(this, waiting + 1);
    const [first] = question as [string | { text: string }];
    asked.statements.push(firstWords(typeof first === 'string' ? first : first.text));
    const answer = query.apply(this, question);
    const heard = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
    if (answer instanceof Promise) answer.then(heard, heard);
    return answer;
  };
  pg.Client.prototype.query = counting as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  }
  return asked;
}

function firstWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
}
