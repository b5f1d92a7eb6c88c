/** Answers the forms on a customer's page. */
import { data } from 'react-router';
import { ageDecisionMessage, decidedMessage } from '#core/accounts/customers/age-decision.ts';
import { changeDecisionForm } from '#core/accounts/customers/age-decision-form.ts';
import {
  correctBirthDate,
  setLoyaltyPoints,
  takeLicenseBack,
  verifyLicense,
} from '#core/accounts/customers/change-customer-facts.server.ts';
import { changeAgeDecision } from '#core/accounts/customers/decide-age.server.ts';
import {
  BIRTH_DATE_CORRECTED,
  birthDateForm,
  customerFactMessage,
  LICENSE_TAKEN_BACK,
  LICENSE_VERIFIED,
  licenseMessage,
  POINTS_SAVED,
  pointsForm,
  takeLicenseBackForm,
} from '#core/accounts/customers/license-decision.ts';
import { liftMissedLimit } from '#core/accounts/customers/lift-missed-limit.server.ts';
import { addNote } from '#core/accounts/customers/list/add-note.server.ts';
import { liftMessage, liftMissedForm, MISSED_LIMIT_LIFTED } from '#core/accounts/customers/missed-limit.ts';
import { isRevealable } from '#core/accounts/customers/reveal.ts';
import { revealCustomer } from '#core/accounts/customers/reveal-customer.server.ts';
import {
  resetFactorMessage,
  resetSecondFactor,
  resetSecondFactorForm,
  SECOND_FACTOR_RESET,
} from '#core/accounts/identity/second-factor/reset-second-factor.server.ts';
import { requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import {
  signedOutMessage,
  signOutMessage,
  signOutPerson,
} from '#core/accounts/identity/sessions/sign-out-person.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { banForm, banMessage, bannedMessage, UNBANNED, unbanForm } from '#core/sales/bans/ban.ts';
import { banCustomer, endBan } from '#core/sales/bans/ban-customer.server.ts';
import { commonMessage } from '#kernel/problem.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { type KnownKind, statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { Shown } from './customer-profile.tsx';
import { readCustomer } from './customer-queries.server.ts';
import { NOTE_ADDED } from './note.ts';
import { noteForm } from './note-form.ts';

export async function answerCustomer(actor: SignedIn, userId: string, request: Request) {
  const form = await requestForm(request);
  const intent = String(form.get('intent') ?? '');
  const shown = await show(request, actor, userId, form);
  if (shown) return data<CustomerAnswer>({ refusal: null, shown, intent });
  const path = `/admin/customers/${userId}`;
  const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
  if (!change) return redirectWithFlash(path, 'Nothing was changed.', 'info');
  if (needsRecentSignIn.has(intent)) await requireRecentSignIn(actor, request);
  const outcome = await change(actor, userId, form);
  if ('done' in outcome) return redirectWithFlash(path, outcome.done, 'success');
  const { refusal, problem } = outcome;
  return data<CustomerAnswer>(
    { refusal, shown: null, intent },
    { status: problem ? statusOf(problem) : statusOf({ kind: 'malformed' }) },
  );
}

export type CustomerAnswer = { refusal: FormRefusal | null; shown: Shown; intent: string };

/** These need a recent sign-in, so that an unattended tablet cannot decide. */
const needsRecentSignIn: ReadonlySet<string> = new Set([
  'decision',
  'verify-license',
  'take-license-back',
  'birth-date',
  'ban',
  'unban',
  'reset-factor',
  'sign-out',
]);

/** The revealed value; null if none was requested, or none is on file. */
async function show(request: Request, actor: SignedIn, userId: string, form: FormData): Promise<Shown> {
  const what = form.get('what');
  if (form.get('intent') === 'reveal' && isRevealable(what)) {
    await requireRecentSignIn(actor, request);
    const value = await revealCustomer(actor, userId, what);
    return value.ok && value.value !== null ? { what, value: value.value } : null;
  }
  if (form.get('intent') !== 'photo') return null;
  await requireRecentSignIn(actor, request);
  const kind = form.get('kind');
  const photos = (await readCustomer(actor, userId))?.photos ?? {};
  const photo = kind === 'license' || kind === 'profile' ? photos[kind] : undefined;
  // The picture's route checks access again and audits the view.
  return photo ? { photo } : null;
}

/** `problem`: why the command refused; null for a form that cannot be used as it is. */
type Refused = { refusal: FormRefusal; problem: { kind: KnownKind } | null };
type Change = (actor: SignedIn, userId: string, form: FormData) => Promise<{ done: string } | Refused>;

const refused = (refusal: FormRefusal, problem: Refused['problem'] = null): Refused => ({ refusal, problem });

/** The staff actions on this page, by the form's `intent`. Each command checks permissions again. */
const changes: Readonly<Record<string, Change>> = {
  note: async (actor, userId, form) => {
    const read = readForm(form, noteForm);
    if (!read.ok) return refused(withNote(read.refused(), form));
    const outcome = await addNote(actor, userId, read.value.note);
    return outcome.ok
      ? { done: NOTE_ADDED }
      : refused(
          withNote(read.refused(`Failed to add note. ${commonMessage(outcome.problem)}`), form),
          outcome.problem,
        );
  },
  decision: async (actor, userId, form) => {
    const read = readForm(form, changeDecisionForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await changeAgeDecision(actor, userId, read.value);
    return outcome.ok
      ? { done: decidedMessage(outcome.value.decision) }
      : refused(read.refused(ageDecisionMessage(outcome.problem)), outcome.problem);
  },
  'verify-license': async (actor, userId) => {
    const outcome = await verifyLicense(actor, userId);
    return outcome.ok
      ? { done: LICENSE_VERIFIED }
      : refused(wordsOnly(licenseMessage(outcome.problem)), outcome.problem);
  },
  'take-license-back': async (actor, userId, form) => {
    const read = readForm(form, takeLicenseBackForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await takeLicenseBack(actor, userId, read.value.reason);
    return outcome.ok
      ? { done: LICENSE_TAKEN_BACK }
      : refused(read.refused(customerFactMessage(outcome.problem)), outcome.problem);
  },
  'birth-date': async (actor, userId, form) => {
    const read = readForm(form, birthDateForm((await storeClock()).today));
    if (!read.ok) return refused(read.refused());
    const outcome = await correctBirthDate(actor, userId, read.value);
    return outcome.ok
      ? { done: BIRTH_DATE_CORRECTED }
      : refused(read.refused(customerFactMessage(outcome.problem)), outcome.problem);
  },
  points: async (actor, userId, form) => {
    const read = readForm(form, pointsForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await setLoyaltyPoints(actor, userId, read.value);
    return outcome.ok
      ? { done: POINTS_SAVED }
      : refused(read.refused(customerFactMessage(outcome.problem)), outcome.problem);
  },
  ban: async (actor, userId, form) => {
    const read = readForm(form, banForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await banCustomer(actor, userId, read.value);
    return outcome.ok
      ? { done: bannedMessage(outcome.value) }
      : refused(read.refused(banMessage(outcome.problem)), outcome.problem);
  },
  unban: async (actor, userId, form) => {
    const read = readForm(form, unbanForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await endBan(actor, userId, read.value.reason);
    return outcome.ok
      ? { done: UNBANNED }
      : refused(read.refused(banMessage(outcome.problem)), outcome.problem);
  },
  'lift-missed': async (actor, userId, form) => {
    const read = readForm(form, liftMissedForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await liftMissedLimit(actor, userId, read.value.reason);
    return outcome.ok
      ? { done: MISSED_LIMIT_LIFTED }
      : refused(read.refused(liftMessage(outcome.problem)), outcome.problem);
  },
  'reset-factor': async (actor, userId, form) => {
    const read = readForm(form, resetSecondFactorForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await resetSecondFactor(actor, userId, read.value.reason);
    return outcome.ok
      ? { done: SECOND_FACTOR_RESET }
      : refused(read.refused(resetFactorMessage(outcome.problem)), outcome.problem);
  },
  'sign-out': async (actor, userId) => {
    const outcome = await signOutPerson(actor, userId);
    return outcome.ok
      ? { done: signedOutMessage(outcome.value) }
      : refused(wordsOnly(signOutMessage(outcome.problem)), outcome.problem);
  },
};

const wordsOnly = (message: string): FormRefusal => ({ message, errors: {}, values: {} });

/** A note may be longer than the values sent back for other forms. */
function withNote(refusal: FormRefusal, form: FormData): FormRefusal {
  return { ...refusal, values: { note: String(form.get('note') ?? '').toWellFormed() } };
}
