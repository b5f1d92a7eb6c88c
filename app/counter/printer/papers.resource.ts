/** POST /counter/printer/papers: the papers of a tablet's printer, asked for by the tablet, and what became of them. */
import { z } from 'zod';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { renderJob } from '#core/sales/orders/receipts/render-job.server.ts';
import { endForTablet, nextForTablet, takeForTablet } from '#core/sales/printing/print-by-tablet.server.ts';
import { log } from '#platform/log.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/papers.resource';

const asked = z.object({
  intent: z.enum(['next', 'take', 'end']),
  printer: z.uuid(),
  job: z
    .string()
    .regex(/^\d{1,15}-\d{1,6}$/)
    .default(''),
  outcome: z.enum(['printed', 'perhaps-printed', 'not-printed']).default('perhaps-printed'),
});

const noStore = { 'Cache-Control': 'no-store' };
const none = (status: number) => new Response(null, { status, headers: noStore });

/** 404: no printer of a tablet. 409: someone decided about the paper first. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const read = readForm(await requestForm(request), asked);
  if (!read.ok) return none(400);
  const { intent, printer: printerId, job, outcome } = read.value;
  if (intent === 'take') return take(actor, { printerId, job }, context.get(requestInfo).origin);
  if (intent === 'next') {
    const next = await nextForTablet(actor, printerId);
    return next.ok ? Response.json({ job: next.value }, { headers: noStore }) : none(statusOf(next.problem));
  }
  const lost = outcome === 'printed' ? {} : { lost: outcome };
  const done = await endForTablet(actor, { printerId, named: job, problem: null, ...lost });
  return none(done.ok ? 204 : statusOf(done.problem));
}

async function take(actor: SignedIn, named: { printerId: string; job: string }, origin: string) {
  const given = await takeForTablet(actor, named);
  if (!given.ok) return none(statusOf(given.problem));
  try {
    const bytes = await renderJob(given.value, origin);
    return new Response(new Uint8Array(bytes), {
      headers: { ...noStore, 'Content-Type': 'application/octet-stream' },
    });
  } catch (error) {
    log.error({ err: error }, 'a paper could not be rendered');
    await endForTablet(actor, { printerId: named.printerId, named: named.job, problem: 'not rendered' });
    return none(409);
  }
}
