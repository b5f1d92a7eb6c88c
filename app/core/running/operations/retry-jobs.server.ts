/** Tries jobs again that failed for good. Every handler is safe to repeat, so a job that did half its work continues. */
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { retryFailed } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { readFailedJobs } from '#platform/queue-figures.ts';
import { jobLabel, mayRetry } from './failed-job.ts';

type Problem = { kind: 'not-allowed' | 'gone' };

/**
 * All jobs of one kind that failed in the last 24 hours; returns how many. Refuses people who may not manage settings, a
 * kind that may not be tried again, and one of which none is left, as when someone else was faster.
 */
export async function retryJobs(actor: Actor, queue: string): Promise<Result<number, Problem>> {
  const asAdmin = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  return asAdmin<Result<number, Problem>>(async (tx, admin) => {
    const failed = (await readFailedJobs(tx.$client)).find((each) => each.queue === queue);
    if (!failed || !mayRetry(failed)) return refuse({ kind: 'gone' });
    const count = await retryFailed(tx, queue);
    if (count === 0) return refuse({ kind: 'gone' });
    await recordAudit(tx, admin, {
      action: 'jobs.retried',
      subject: 'store',
      subjectId: 'jobs',
      after: { name: jobLabel(queue), jobs: count },
    });
    await announce(tx, 'operations');
    return succeed(count);
  });
}
