/** What a buyer does at the link of a recall's message, without signing in: open it, and answer. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { paragraphsOf } from '#core/sales/promotions/promotion.ts';
import { database, inTransaction } from '#db/client.ts';
import { recallPeople, recalls } from '#db/schema/recalls.ts';
import type { RecallAnswer, RecallStatus } from '#kernel/statuses.ts';
import { announce } from '#platform/live/announce.ts';
import { lotName } from './recall.ts';
import { readRecallToken } from './recall-link.server.ts';
import { readRecallLots } from './recall-lots-queries.server.ts';

/** The notice as its reader sees it. */
export type RecallNotice = {
  status: RecallStatus;
  title: string;
  paragraphs: string[];
  /** 'Kestrel, 3.5 g, batch BVK-2604' */
  lots: string[];
  answer: RecallAnswer | null;
};

/** null for a link we did not sign. It says nothing about the person. */
export async function readRecallNotice(token: string): Promise<RecallNotice | null> {
  const number = readRecallToken(token);
  if (number === null) return null;
  const [found] = await database()
    .select({
      id: recalls.id,
      status: recalls.status,
      title: recalls.title,
      words: recalls.words,
      answer: recallPeople.answer,
    })
    .from(recallPeople)
    .innerJoin(recalls, eq(recalls.id, recallPeople.recallId))
    .where(eq(recallPeople.number, number));
  if (!found) return null;
  const { id, words, ...notice } = found;
  return { ...notice, paragraphs: paragraphsOf(words), lots: (await readRecallLots(id)).map(lotName) };
}

/** Records the first opening. A separate request, because programs that check mail follow links, too. */
export async function openRecallNotice(token: string): Promise<void> {
  const number = readRecallToken(token);
  if (number === null) return;
  await inTransaction(async (tx) => {
    const opened = await tx
      .update(recallPeople)
      .set({ openedAt: sql`now()` })
      .where(and(eq(recallPeople.number, number), isNull(recallPeople.openedAt)))
      .returning({ number: recallPeople.number });
    if (opened.length > 0) await announce(tx, 'recalls');
  });
}

/**
 * Records the answer; a later one replaces it. False, and nothing is written, for a link we did not sign and for a
 * recall that has ended.
 */
export async function answerRecall(token: string, answer: RecallAnswer): Promise<boolean> {
  const number = readRecallToken(token);
  if (number === null) return false;
  return inTransaction(async (tx) => {
    const written = await tx
      .update(recallPeople)
      .set({
        answer,
        answeredAt: sql`now()`,
        answeredByName: null,
        openedAt: sql`coalesce(${recallPeople.openedAt}, now())`,
      })
      .where(
        and(
          eq(recallPeople.number, number),
          sql`exists (select from ${recalls} where ${recalls.id} = ${recallPeople.recallId} and ${recalls.status} = 'active')`,
        ),
      )
      .returning({ number: recallPeople.number });
    if (written.length > 0) await announce(tx, 'recalls');
    return written.length > 0;
  });
}
