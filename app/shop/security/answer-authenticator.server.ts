/** Answers the forms of two-factor sign-in by an app. */

import {
  authenticatorMessage,
  setUpAuthenticatorSchema,
} from '#core/accounts/identity/second-factor/authenticator.ts';
import { authenticatorSetUp } from '#core/accounts/identity/second-factor/authenticator-set-up.server.ts';
import {
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from '#core/accounts/identity/second-factor/change-authenticator.server.ts';
import { AUTHENTICATOR_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { changeSecondFactor, elsewhere, showCodes } from './change-second-factor.server.ts';

const PAGE = { path: AUTHENTICATOR_PATH, turnOff: turnAuthenticatorOff, message: authenticatorMessage };

export async function answerAuthenticator(request: Request, actor: SignedIn, form: FormData) {
  const intent = form.get('intent');
  if (intent !== 'turn-on') return changeSecondFactor(request, actor, intent, PAGE);
  const read = readForm(form, setUpAuthenticatorSchema, ['setUp']);
  const sealed = String(form.get('setUp') ?? '').slice(0, 500);
  if (!read.ok) return answerOf({ refusal: read.refused(), setUp: await authenticatorSetUp(actor, sealed) });
  const outcome = await turnAuthenticatorOn(request, actor, read.value);
  if (outcome.ok) return showCodes(outcome.value);
  const { problem } = outcome;
  if (problem.kind !== 'wrong-code' && problem.kind !== 'set-up-over') return elsewhere(problem, PAGE);
  const message = authenticatorMessage(problem);
  const refusal =
    problem.kind === 'wrong-code' ? read.refused(message, 'code') : { ...read.refused(message), values: {} };
  return answerOf({ refusal, setUp: await authenticatorSetUp(actor, sealed) }, problem);
}
