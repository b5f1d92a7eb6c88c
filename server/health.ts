/** Answers those who watch the process: `/healthz` and `/readyz` (docs/operations.md). */
import { type Context, Hono } from 'hono';
import { fileStoreProblem } from '#db/shop-id.ts';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';
import { diskHealth } from './disk-health.ts';

/** Both answer within a second, whatever the database does. */
const TIMEOUT_MS = 800;

type Probes = {
  /** Whether the database answers within this many milliseconds. */
  databaseAnswers: (patience: number) => Promise<boolean>;
  /** Whether the shop is stopping. */
  isStopping: () => boolean;
};

/** Both addresses. Only `/readyz` changes when the shop stops: it still answers requests then, and wants no new ones. */
export function probes({ databaseAnswers, isStopping }: Probes): Hono {
  const app = new Hono();
  const diskProblem = diskHealth();
  app.get('/healthz', async (context) => {
    const [isAnswered, disk] = await Promise.all([databaseAnswers(TIMEOUT_MS), diskProblem(TIMEOUT_MS)]);
    if (!isAnswered) return notNow(context, 'alive, but the database does not answer');
    // A storage problem stops only uploads and cleanups, so it is no reason to send visitors elsewhere.
    const problem = disk ?? fileStoreProblem();
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
