/**
 * Printers that go away: they miss polls, ask twice, lose the answer with a paper in it, lose power with one in their memory,
 * print one and cannot say so, say so twice, and run out of paper.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { readJobToken } from '#core/sales/printing/printing.ts';
import { printJobs } from '#db/schema/printing.ts';
import { CloudPrntPrinter } from '../printer-clients.ts';
import { patiently } from '../saturday.ts';
import type { Floor } from './floor.ts';

const STAR = 'application/vnd.star.starprnt';

export type Papers = {
  /** How often each paper came out of its printer, by its number. */
  printed: ReadonlyMap<number, number>;
  /** How often something went wrong. */
  troubles: number;
  stop(): Promise<void>;
};

export function startPrinters(floor: Floor): Papers {
  const printed = new Map<number, number>();
  let isOver = false;
  const papers = { printed, troubles: 0 };
  const run = async ({ id, token }: Floor['printers'][number]) => {
    while (!isOver) {
      try {
        if (Math.random() < 0.02) await pause(300 + Math.random() * 1200);
        const outcome = await tick(floor, token, printed);
        if (outcome !== 'fine') papers.troubles += 1;
        if (outcome === 'lost') await aMinuteLater(floor, id);
      } catch {
        // The instance or the database was killed: with a paper in its memory, it cannot say so.
        papers.troubles += 1;
        await aMinuteLater(floor, id);
      }
      await pause(15);
    }
  };
  const running = Promise.all(floor.printers.map(run));
  const stop = async () => {
    isOver = true;
    await running;
  };
  return Object.assign(papers, { stop });
}

/** @returns 'lost' if the shop will not hear what became of a paper */
async function tick(
  { shop }: Floor,
  token: string,
  printed: Map<number, number>,
): Promise<'fine' | 'trouble' | 'lost'> {
  const origins = shop.origins();
  const origin = origins[Math.floor(Math.random() * origins.length)];
  const printer = new CloudPrntPrinter(`${origin}/printers/${token}`);
  const ask = async () => {
    const answer = await printer.poll();
    if (answer.status !== 200) throw new Error(`a poll is answered ${answer.status}`);
    return (await answer.json()) as { jobReady: boolean; jobToken?: string };
  };
  const luck = Math.random();
  if (luck < 0.05) await ask();
  const { jobReady, jobToken: job = '' } = await ask();
  if (!jobReady) return 'fine';
  // It heard of the paper and forgot it: it asks again.
  if (luck > 0.98) return 'trouble';
  const paper = await printer.get(STAR, job);
  if (paper.status !== 200) return 'trouble';
  await paper.arrayBuffer();
  const fault = Math.random();
  if (fault < 0.02) return 'lost';
  if (fault < 0.04) {
    await printer.confirm('410 Out of paper', job);
    return 'trouble';
  }
  const number = readJobToken(job)?.number ?? 0;
  printed.set(number, (printed.get(number) ?? 0) + 1);
  if (fault < 0.06) return 'lost';
  await printer.confirm('200 OK', job);
  if (fault > 0.95) await printer.confirm('200 OK', job);
  return 'fine';
}

/** The printer is away for a minute: the day of the test is shorter. */
function aMinuteLater({ shop: { db } }: Floor, printerId: string): Promise<unknown> {
  return patiently(() =>
    db
      .update(printJobs)
      .set({
        takenAt: sql`${printJobs.takenAt} - interval '61 seconds'`,
        offeredAt: sql`${printJobs.offeredAt} - interval '61 seconds'`,
      })
      .where(
        and(eq(printJobs.printerId, printerId), eq(printJobs.status, 'sent'), isNotNull(printJobs.offeredAt)),
      ),
  );
}

/** Staff answer what they are asked, by the paper that lies there or not. @returns how many were asked about */
async function answerPapers(floor: Floor, { printed }: Papers): Promise<number> {
  const { shop, send, kim } = floor;
  const open = await patiently(() =>
    shop.db
      .select()
      .from(printJobs)
      .where(inArray(printJobs.status, ['asked', 'failed'])),
  );
  for (const { id, number } of open)
    await send(kim, '/counter', {
      intent: (printed.get(number) ?? 0) > 0 ? 'paper-printed' : 'paper-again',
      paper: id,
    });
  return open.length;
}

/** Answers until no paper waits. */
export async function lastPapers(floor: Floor, papers: Papers): Promise<number> {
  let asked = 0;
  const until = performance.now() + 120_000;
  for (;;) {
    asked += await answerPapers(floor, papers);
    const left = await patiently(() =>
      floor.shop.db.$count(printJobs, sql`${printJobs.status} <> 'printed'`),
    );
    if (left === 0) return asked;
    if (performance.now() > until) throw new Error(`${left} papers wait for ever`);
    await pause(200);
  }
}
