/** POST /counter/shown: what this tablet has open, for the screen of its register. Answers without content. */
import { z } from 'zod';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { hideOrder, showOrder } from '#core/sales/displays/show-order.server.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { registerOf } from '../kit/register-cookie.ts';
import type { Route } from './+types/shown.resource';

const orNull = (text: string) => text || null;
const shownForm = z.object({
  order: z
    .string()
    .regex(/^(ORD\d{3,10})?$/)
    .default('')
    .transform(orNull),
  walkIn: z
    .union([z.uuid(), z.literal('')])
    .default('')
    .transform(orNull),
  received: z
    .string()
    .regex(/^\d{0,9}$/)
    .default('')
    .transform((text) => (text === '' ? null : Number(text))),
  news: z.string().optional(),
  hide: z.string().optional(),
});

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const registerId = registerOf(request);
  const read = readForm(await requestForm(request), shownForm);
  if (!read.ok) return new Response(null, { status: 400 });
  if (registerId === null) return new Response(null, { status: 204 });
  const { news, hide, ...shown } = read.value;
  const done =
    hide === undefined
      ? await showOrder(actor, { registerId, shown, news: news !== undefined })
      : await hideOrder(actor, { registerId, shown });
  return new Response(null, { status: done.ok ? 204 : 404 });
}
