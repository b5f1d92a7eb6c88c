/** Answers the forms on the page of an endpoint. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { changeEndpoint } from '#core/running/webhooks/add-endpoint.server.ts';
import { readChangedEndpoint } from '#core/running/webhooks/endpoint-form.server.ts';
import { endFormerSecret, rotateSecret } from '#core/running/webhooks/rotate-secret.server.ts';
import { replaySince, sendTest } from '#core/running/webhooks/send-again.server.ts';
import {
  removeEndpoint,
  turnEndpointOff,
  turnEndpointOn,
} from '#core/running/webhooks/switch-endpoint.server.ts';
import { type WebhookProblem, webhookMessage } from '#core/running/webhooks/webhook.ts';
import { countText } from '#kernel/list-state.ts';
import type { Result } from '#kernel/result.ts';
import { asDate, momentOf } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** `intent` is of the refused form. */
export type WebhookAnswer = { secret?: string; intent?: string; refusal?: FormRefusal };

const LIST = '/admin/settings/webhooks';

export async function answerWebhook(actor: SignedIn, id: string, form: FormData) {
  const page = `${LIST}/${id}`;
  const said = <T>(outcome: Result<T, WebhookProblem>, done: (value: T) => string, to = page) =>
    outcome.ok
      ? redirectWithFlash(to, done(outcome.value), 'success')
      : redirectWithFlash(page, webhookMessage(outcome.problem), 'error');
  switch (form.get('intent')) {
    case 'change':
      return change(actor, id, form);
    case 'rotate': {
      const outcome = await rotateSecret(actor, id);
      return outcome.ok ? data<WebhookAnswer>({ secret: outcome.value.secret }) : said(outcome, () => '');
    }
    case 'end-former':
      return said(await endFormerSecret(actor, id), () => 'Ended. Only the new secret signs.');
    case 'off':
      return said(await turnEndpointOff(actor, id), () => 'Turned off. It gets no more messages.');
    case 'on':
      return said(await turnEndpointOn(actor, id), () => 'Turned on.');
    case 'remove':
      return said(await removeEndpoint(actor, id), () => 'Endpoint deleted.', LIST);
    case 'test':
      return said(
        await sendTest(actor, id),
        () => 'A test message is on its way. Reload this page in a moment.',
        `${page}/messages`,
      );
    case 'replay':
      return replay(actor, id, form);
    default:
      throw new Response(null, { status: 400 });
  }
}

async function change(actor: SignedIn, id: string, form: FormData) {
  const read = readChangedEndpoint(form);
  if (!read.ok) return data<WebhookAnswer>({ intent: 'change', refusal: read.refused() }, { status: 400 });
  const outcome = await changeEndpoint(actor, id, read.value);
  if (outcome.ok) return redirectWithFlash(`${LIST}/${id}`, 'Saved.', 'success');
  const refusal = read.refused(webhookMessage(outcome.problem));
  return data<WebhookAnswer>({ intent: 'change', refusal }, { status: statusOf(outcome.problem) });
}

async function replay(actor: SignedIn, id: string, form: FormData) {
  const typed = String(form.get('since') ?? '').slice(0, 40);
  const since = momentOf(typed, (await storeClock()).zone);
  const refused = (message: string) =>
    data<WebhookAnswer>(
      { intent: 'replay', refusal: { errors: { since: [message] }, values: { since: typed } } },
      { status: 400 },
    );
  if (!since) return refused('Enter a date and a time.');
  const outcome = await replaySince(actor, id, asDate(since));
  if (!outcome.ok) return refused(webhookMessage(outcome.problem));
  return outcome.value === 0
    ? redirectWithFlash(`${LIST}/${id}`, 'There are no messages since then.', 'info')
    : redirectWithFlash(
        `${LIST}/${id}/messages`,
        `${countText(outcome.value, 'message is', 'messages are')} on the way again.`,
        'success',
      );
}
