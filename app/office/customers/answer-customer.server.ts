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
  return data<CustomerAnswer>(
    { refusal: outcome, shown: null, intent },
    { status: outcome.message ? 409 : 400 },
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

type Change = (actor: SignedIn, userId: string, form: FormData) => Promise<{ done: string } | FormRefusal>;

/** The staff actions on this page, by the form's `intent`. Each command checks permissions again. */
const changes: Readonly<Record<string, Change>> = {
  note: async (actor, userId, form) => {
    const read = readForm(form, noteForm);
    if (!read.ok) return withNote(read.refused(), form);
    const outcome = await addNote(actor, userId, read.value.note);
    return outcome.ok
      ? { done: NOTE_ADDED }
      : withNote(read.refused(`Failed to add note. ${commonMessage(outcome.problem)}`), form);
  },
  decision: async (actor, userId, form) => {
    const read = readForm(form, changeDecisionForm);
    if (!read.ok) return read.refused();
    const outcome = await changeAgeDecision(actor, userId, read.value);
    return outcome.ok
      ? { done: decidedMessage(outcome.value.decision) }
      : read.refused(ageDecisionMessage(outcome.problem));
  },
  'verify-license': async (actor, userId) => {
    const outcome = await verifyLicense(actor, userId);
    return outcome.ok ? { done: LICENSE_VERIFIED } : refusal(licenseMessage(outcome.problem));
  },
  'take-license-back': async (actor, userId, form) => {
    const read = readForm(form, takeLicenseBackForm);
    if (!read.ok) return read.refused();
    const outcome = await takeLicenseBack(actor, userId, read.value.reason);
    return outcome.ok ? { done: LICENSE_TAKEN_BACK } : read.refused(customerFactMessage(outcome.problem));
  },
  'birth-date': async (actor, userId, form) => {
    const read = readForm(form, birthDateForm((await storeClock()).today));
    if (!read.ok) return read.refused();
    const outcome = await correctBirthDate(actor, userId, read.value);
    return outcome.ok ? { done: BIRTH_DATE_CORRECTED } : read.refused(customerFactMessage(outcome.problem));
  },
  points: async (actor, userId, form) => {
    const read = readForm(form, pointsForm);
    if (!read.ok) return read.refused();
    const outcome = await setLoyaltyPoints(actor, userId, read.value);
    return outcome.ok ? { done: POINTS_SAVED } : read.refused(customerFactMessage(outcome.problem));
  },
  ban: async (actor, userId, form) => {
    const read = readForm(form, banForm);
    if (!read.ok) return read.refused();
    const outcome = await banCustomer(actor, userId, read.value);
    return outcome.ok ? { done: bannedMessage(outcome.value) } : read.refused(banMessage(outcome.problem));
  },
  unban: async (actor, userId, form) => {
    const read = readForm(form, unbanForm);
    if (!read.ok) return read.refused();
    const outcome = await endBan(actor, userId, read.value.reason);
    return outcome.ok ? { done: UNBANNED } : read.refused(banMessage(outcome.problem));
  },
  'lift-missed': async (actor, userId, form) => {
    const read = readForm(form, liftMissedForm);
    if (!read.ok) return read.refused();
    const outcome = await liftMissedLimit(actor, userId, read.value.reason);
    return outcome.ok ? { done: MISSED_LIMIT_LIFTED } : read.refused(liftMessage(outcome.problem));
  },
  'reset-factor': async (actor, userId, form) => {
    const read = readForm(form, resetSecondFactorForm);
    if (!read.ok) return read.refused();
    const outcome = await resetSecondFactor(actor, userId, read.value.reason);
    return outcome.ok ? { done: SECOND_FACTOR_RESET } : read.refused(resetFactorMessage(outcome.problem));
  },
  'sign-out': async (actor, userId) => {
    const outcome = await signOutPerson(actor, userId);
    return outcome.ok ? { done: signedOutMessage(outcome.value) } : refusal(signOutMessage(outcome.problem));
  },
};

const refusal = (message: string): FormRefusal => ({ message, errors: {}, values: {} });

/** A note may be longer than the values sent back for other forms. */
function withNote(refused: FormRefusal, form: FormData): FormRefusal {
  return { ...refused, values: { note: String(form.get('note') ?? '').toWellFormed() } };
}
