/** POST /counter/tablet: what this tablet holds that was not sent, reported by itself. Answers without content. */
import { z } from 'zod';
import { readTablet } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { reportTablet } from '#core/sales/cash-desk/report-tablet.server.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/tablet.resource';

const reportForm = z.object({
  id: z.uuid(),
  unsent: z.coerce.number().int().min(0).max(9999),
  handsOver: z
    .string()
    .optional()
    .transform((value) => value === '1'),
  /** Nothing from a page in the background. */
  inView: z
    .enum(['1', '0'])
    .optional()
    .transform((value) => (value === undefined ? null : value === '1')),
});

/** 409: this person reports too many tablets. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const read = readForm(await requestForm(request), reportForm);
  if (!read.ok) return new Response(null, { status: 400 });
  const shared = await readTablet(request.headers);
  const done = await reportTablet(actor, { ...read.value, name: shared?.name ?? null });
  return new Response(null, { status: done.ok ? 204 : 409 });
}
