/** Answers the forms of two-factor sign-in by text message. */
import { redirect } from 'react-router';
import {
  forgetSetUpCode,
  requestSetUpCode,
  turnTextFactorOff,
  turnTextFactorOn,
} from '#core/accounts/identity/second-factor/change-text-factor.server.ts';
import { setUpTextSchema, textFactorMessage } from '#core/accounts/identity/second-factor/text-factor.ts';
import { TEXT_FACTOR_PATH } from '#core/accounts/identity/sessions/return-path.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import { phoneSchema } from '#shop/notifications/sms-form.ts';
import { changeSecondFactor, elsewhere, showCodes } from './change-second-factor.server.ts';

const PAGE = { path: TEXT_FACTOR_PATH, turnOff: turnTextFactorOff, message: textFactorMessage };

export async function answerTextFactor(request: Request, actor: SignedIn, form: FormData) {
  switch (form.get('intent')) {
    case 'send-code':
      return sendCode(request, actor, form);
    case 'other-phone':
      await forgetSetUpCode(actor);
      return redirect(TEXT_FACTOR_PATH);
    case 'turn-on':
      return turnOn(request, actor, form);
    default:
      return changeSecondFactor(request, actor, form.get('intent'), PAGE);
  }
}

async function sendCode(request: Request, actor: SignedIn, form: FormData) {
  const read = readForm(form, phoneSchema, ['phone']);
  if (!read.ok) return answerOf({ refusal: read.refused() });
  const outcome = await requestSetUpCode(request, actor, read.value.phone);
  if (outcome.ok) return redirect(TEXT_FACTOR_PATH);
  const { problem } = outcome;
  if (problem.kind !== 'too-soon' && problem.kind !== 'too-many-codes') return elsewhere(problem, PAGE);
  return answerOf({ refusal: read.refused(textFactorMessage(problem)) }, problem);
}

async function turnOn(request: Request, actor: SignedIn, form: FormData) {
  const read = readForm(form, setUpTextSchema, ['code']);
  if (!read.ok) return answerOf({ refusal: read.refused() });
  const outcome = await turnTextFactorOn(request, actor, read.value.code);
  if (outcome.ok) return showCodes(outcome.value);
  const { problem } = outcome;
  const message = textFactorMessage(problem);
  if (problem.kind === 'wrong-text-code')
    return answerOf({ refusal: read.refused(message, 'code') }, problem);
  if (problem.kind === 'too-many-attempts') return answerOf({ refusal: read.refused(message) }, problem);
  return elsewhere(problem, PAGE);
}
