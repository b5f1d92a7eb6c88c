/** Answers those who watch the process: `/healthz` and `/readyz` (docs/operations.md). */
import { type Context, Hono } from 'hono';
import { fileStoreProblem } from '#db/shop-id.ts';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';

/** Both answer within a second, whatever the database does. */
const TIMEOUT_MS = 800;

type Probes = {
  /** Whether the database answers within this many milliseconds. */
  databaseAnswers: (patience: number) => Promise<boolean>;
  /** What must be writable, within this many milliseconds: the problem in a few words, or null. */
  savingProblem: (patience: number) => Promise<string | null>;
  /** Whether the shop is stopping. */
  isStopping: () => boolean;
};

/** Both addresses. Only `/readyz` changes when the shop stops: it still answers requests then, and wants no new ones. */
export function probes({ databaseAnswers, savingProblem, isStopping }: Probes): Hono {
  const app = new Hono();
  app.get('/healthz', async (context) => {
    const [isAnswered, saving] = await Promise.all([databaseAnswers(TIMEOUT_MS), savingProblem(TIMEOUT_MS)]);
    if (!isAnswered) return notNow(context, 'alive, but the database does not answer');
    // Other instances have the same database and store, and pages can be read: no reason to send visitors elsewhere.
    const problem = saving ?? fileStoreProblem();
    return now(context, problem === null ? 'ready' : `ready, but ${problem}`);
  });
  app.get('/readyz', async (context) => {
    if (isStopping()) return notNow(context, 'stopping');
    return (await databaseAnswers(TIMEOUT_MS))
      ? now(context, 'ready')
      : notNow(context, 'the database does not answer');
  });
  return app;
}

const now = (context: Context, words: string) => context.text(words, 200, { 'Cache-Control': 'no-store' });
const notNow = (context: Context, words: string) =>
  context.text(words, 503, { 'Cache-Control': 'no-store', 'Retry-After': RETRY_AFTER_SECONDS });
