/**
 * Subscribes browsers to push messages. GET returns the public key for subscriptions. POST saves this browser
 * (`intent=wish` when the person pressed the button, `intent=keep` when the browser resubscribes) or deletes it
 * (`intent=forget`).
 */

import { BANNED } from '#core/accounts/identity/accounts/messages.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { pushSubscriptionSchema } from '#core/ground/notifications/push-subscription.ts';
import {
  forgetPushSubscription,
  savePushSubscription,
} from '#core/ground/notifications/save-push-subscription.server.ts';
import { vapidKeys } from '#platform/outgoing/push.ts';
import { readForm } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Route } from './+types/notifications-push.resource';

export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return Response.json({ message: 'Please sign in.' }, { status: 401 });
  if (actor.isBanned) return Response.json({ message: BANNED }, { status: 403 });
  return Response.json({ key: vapidKeys().publicKey });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return Response.json({ message: 'Please sign in.' }, { status: 401 });
  if (actor.isBanned) return Response.json({ message: BANNED }, { status: 403 });
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent === 'forget') {
    await forgetPushSubscription(actor, String(form.get('endpoint') ?? ''));
    return Response.json({ ok: true });
  }
  const read = readForm(form, pushSubscriptionSchema);
  if (read.ok && (intent === 'wish' || intent === 'keep')) {
    if (await savePushSubscription(actor, read.value, intent === 'wish')) return Response.json({ ok: true });
  }
  return Response.json({ message: 'That is not a push subscription.' }, { status: 400 });
}
