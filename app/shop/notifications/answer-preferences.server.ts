/** Answers the forms of Notification Preferences: the switches, and text messages. */
import { data, redirect } from 'react-router';
import { setUpTextSchema } from '#core/accounts/identity/second-factor/text-factor.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { OUT_OF_REACH } from '#core/ground/frame/error-view.tsx';
import { confirmSmsCode, stopSms } from '#core/ground/notifications/confirm-sms-code.server.ts';
import { readOwnPreferences } from '#core/ground/notifications/preferences-queries.server.ts';
import { requestSmsCode } from '#core/ground/notifications/request-sms-code.server.ts';
import { savePreferences } from '#core/ground/notifications/save-preferences.server.ts';
import { smsMessage } from '#core/ground/notifications/sms-number.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { answerOf, type Problem } from '#shop/kit/answer-of.ts';
import {
  offeredChannels,
  PREFERENCES_PATH,
  PREFERENCES_UPDATED,
  preferencesFailed,
  readPreferencesForm,
} from './preferences.ts';
import { smsNumberSchema } from './sms-form.ts';

export async function answerPreferences(actor: SignedIn, form: FormData) {
  const saved = (message: string, part = '') =>
    redirectWithFlash(PREFERENCES_PATH + part, message, 'success');
  switch (form.get('intent')) {
    case 'send-code': {
      const read = readForm(form, smsNumberSchema);
      if (!read.ok) return smsRefused(read.refused());
      const outcome = await requestSmsCode(actor, read.value.phone);
      return outcome.ok
        ? saved('We sent you a code.', '#text-messages')
        : smsRefused(read.refused(smsMessage(outcome.problem)), outcome.problem);
    }
    case 'turn-on': {
      const read = readForm(form, setUpTextSchema, ['code']);
      if (!read.ok) return smsRefused(read.refused());
      const outcome = await confirmSmsCode(actor, read.value.code);
      return outcome.ok
        ? saved('Text messages are on.')
        : smsRefused(read.refused(smsMessage(outcome.problem)), outcome.problem);
    }
    case 'turn-off':
      await stopSms(actor);
      return saved('Text messages are off.');
    case 'flip':
      return (await save(actor, form))
        ? { part: 'preferences' as const }
        : data(preferencesFailed, { status: OUT_OF_REACH });
    case 'save':
      return (await save(actor, form))
        ? saved(PREFERENCES_UPDATED)
        : data(preferencesFailed, { status: OUT_OF_REACH });
    default:
      return redirect(PREFERENCES_PATH);
  }
}

async function save(actor: SignedIn, form: FormData): Promise<boolean> {
  const stored = await readOwnPreferences(actor);
  const offered = offeredChannels(stored?.reach.sms ?? false);
  return savePreferences(actor, readPreferencesForm(form, offered, stored?.choices ?? {}));
}

const smsRefused = (refusal: FormRefusal, problem?: Problem) =>
  answerOf({ part: 'sms' as const, refusal }, problem);
