/** Answers the forms of a shared tablet: the next person, the lock, the end of the sharing. */
import { data, redirect } from 'react-router';
import { pinMessage } from '#core/accounts/identity/pins/pin.ts';
import { shareTablet, stopSharing } from '#core/accounts/identity/pins/share-tablet.server.ts';
import { takeOver } from '#core/accounts/identity/pins/take-over.server.ts';
import { SWITCH_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import { signOut } from '#core/accounts/identity/sessions/sign-out.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { isUuid } from '#kernel/ids.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { counterPath } from './counter-path.ts';
import { PIN_SECRETS, shareForm, takeOverForm } from './switch-forms.ts';

/** A full reload: nothing of one person stays in the next person's page. */
function freshly(to: string, cookies: readonly string[]): Response {
  const response = redirect(to);
  response.headers.set('X-Remix-Reload-Document', 'true');
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

export async function answerSwitch(request: Request, actor: Actor, form: FormData) {
  switch (form.get('intent')) {
    case 'lock':
      return freshly(SWITCH_PATH, [await signOut(request)]);
    case 'stop': {
      const tablet = String(form.get('tablet') ?? '');
      const outcome = isUuid(tablet) ? await stopSharing(actor, tablet) : null;
      if (outcome && !outcome.ok) return redirectWithFlash(SWITCH_PATH, pinMessage(outcome.problem), 'error');
      return redirectWithFlash(SWITCH_PATH, 'The tablet is no longer shared.', 'success');
    }
    default:
      return next(request, form);
  }
}

async function next(request: Request, form: FormData) {
  const read = readForm(form, takeOverForm, PIN_SECRETS);
  if (!read.ok) return data<FormRefusal>(read.refused(), { status: 400 });
  const { person: userId, pin, to } = read.value;
  const outcome = await loggedSignIn('pin', takeOver(request, { userId, pin }));
  if (outcome.ok) return freshly(counterPath(to), [outcome.value.cookie]);
  const { problem } = outcome;
  const field = problem.kind === 'wrong-pin' ? 'pin' : undefined;
  return data<FormRefusal>(read.refused(pinMessage(problem), field), { status: statusOf(problem) });
}

/** The person who shares a tablet is signed out on it: from then on everyone works by PIN. */
export async function answerShare(request: Request, actor: Actor, form: FormData) {
  const read = readForm(form, shareForm);
  if (!read.ok) return data<FormRefusal>(read.refused(), { status: 400 });
  const outcome = await shareTablet(actor, read.value.name);
  if (!outcome.ok)
    return data<FormRefusal>(read.refused(pinMessage(outcome.problem)), {
      status: statusOf(outcome.problem),
    });
  return freshly(SWITCH_PATH, [outcome.value.cookie, await signOut(request)]);
}
