/** One customer for staff: profile masked, verification, orders, notes, bans, activity, and who did what. */
import { type ReactNode, useEffect, useRef } from 'react';
import { data, Link } from 'react-router';
import type { SignedIn } from '#features/access/actor.ts';
import { may } from '#features/access/actor.ts';
import { readActivityOf } from '#features/activity/activity-queries.server.ts';
import { readHistory } from '#features/audit/audit-queries.server.ts';
import { History } from '#features/audit/ui/history.tsx';
import { ageDecisionMessage, decidedMessage } from '#features/customers/age-decision.ts';
import { changeDecisionForm } from '#features/customers/age-decision-form.ts';
import {
  correctBirthDate,
  setLoyaltyPoints,
  takeLicenseBack,
  verifyLicense,
} from '#features/customers/change-customer-facts.server.ts';
import { changeAgeDecision } from '#features/customers/decide-age.server.ts';
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
} from '#features/customers/license-decision.ts';
import { isRevealable, type Revealed, reveals } from '#features/customers/reveal.ts';
import { revealCustomer } from '#features/customers/reveal-customer.server.ts';
import { requirePermission, requireRecentSignIn } from '#features/identity/guards.server.ts';
import { confirmPath } from '#features/identity/recent-sign-in.ts';
import { isRecentlyConfirmed } from '#features/identity/recent-sign-in-queries.server.ts';
import {
  resetFactorMessage,
  resetSecondFactor,
  resetSecondFactorForm,
  SECOND_FACTOR_RESET,
} from '#features/identity/reset-second-factor.server.ts';
import { roleLabel } from '#features/identity/role-change.ts';
import { readOpenOf, readOrdersOf } from '#features/orders/open-orders-queries.server.ts';
import { addNote } from '#features/people/add-note.server.ts';
import { banForm, banMessage, bannedMessage, UNBANNED, unbanForm } from '#features/people/ban.ts';
import { banCustomer, endBan } from '#features/people/ban-customer.server.ts';
import { readCustomer } from '#features/people/customer-queries.server.ts';
import { NOTE_ADDED } from '#features/people/note.ts';
import { noteForm } from '#features/people/note-form.ts';
import { ActivityList } from '#features/people/ui/activity-list.tsx';
import { Bans, Notes, Points, SecondFactor } from '#features/people/ui/customer-account.tsx';
import { CustomerOrders } from '#features/people/ui/customer-orders.tsx';
import {
  CustomerProfile,
  type MayDo,
  type Shown,
  Verification,
} from '#features/people/ui/customer-profile.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { auditLabels } from '#shell/audit-labels.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ConfirmAnswer } from '#ui/confirm.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/customer';

const PATH = '/admin/customers';
const RECENT_ACTIVITY = 10;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'customers.read', request);
  const { zone, today } = await storeClock();
  const customer = await readCustomer(actor, params.customerId);
  if (!customer) throw new Response(null, { status: 404 });
  const { id } = customer;
  const [orders, open, activity, ofCustomer, ofUser, isFresh] = await Promise.all([
    readOrdersOf(actor, id, zone),
    may(actor, 'users.manage') ? readOpenOf(id) : { orders: [], reservations: [] },
    readActivityOf(actor, id, { zone, limit: RECENT_ACTIVITY }),
    readHistory(actor, 'customer', id, zone),
    readHistory(actor, 'user', id, zone),
    isRecentlyConfirmed(actor, 'open'),
  ]);
  const isOwn = id === actor.userId;
  const mayDo: MayDo = {
    decide: may(actor, 'age.decide') && !isOwn,
    manage: may(actor, 'users.manage') && !isOwn,
    note: may(actor, 'customers.note'),
    reveal: (Object.keys(reveals) as Revealed[]).filter((what) => may(actor, reveals[what].needs)),
    isFresh,
    confirmPath: confirmPath(`${PATH}/${id}`),
  };
  return {
    customer,
    orders,
    open: [
      ...open.orders,
      ...(open.reservations.length > 0 ? [`${open.reservations.length} without a pickup time`] : []),
    ],
    activity,
    history: [...ofCustomer, ...ofUser].sort((one, other) => (one.id < other.id ? 1 : -1)),
    mayDo,
    today: today.toString(),
  };
}

/** Also after a refusal, which may be because the customer is no longer as this page shows them. */
export const shouldRevalidate = () => true;

type Answer = { refusal: FormRefusal | null; shown: Shown; intent: string };

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'customers.read', request);
  const { customerId } = params;
  // Somebody who is not there has nothing to change; what one may not see is answered the same.
  if (!(await readCustomer(actor, customerId))) throw new Response(null, { status: 404 });
  const form = await requestForm(request);
  const intent = String(form.get('intent') ?? '');
  const shown = await show(request, actor, customerId, form);
  if (shown) return data<Answer>({ refusal: null, shown, intent });
  const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
  if (!change) return redirectWithFlash(`${PATH}/${customerId}`, 'Nothing was changed.', 'info');
  if (needsRecentSignIn.has(intent)) await requireRecentSignIn(actor, request);
  const outcome = await change(actor, customerId, form);
  if ('done' in outcome) return redirectWithFlash(`${PATH}/${customerId}`, outcome.done, 'success');
  return data<Answer>({ refusal: outcome, shown: null, intent }, { status: outcome.message ? 409 : 400 });
}

/** As where the same is done elsewhere: a tablet left alone decides about nobody. */
const needsRecentSignIn: ReadonlySet<string> = new Set([
  'decision',
  'verify-license',
  'take-license-back',
  'birth-date',
  'ban',
  'unban',
  'reset-factor',
]);

/** What was asked to be shown; null where nothing was, or nothing is there. */
async function show(request: Request, actor: SignedIn, userId: string, form: FormData): Promise<Shown> {
  const what = form.get('what');
  if (form.get('intent') === 'reveal' && isRevealable(what)) {
    await requireRecentSignIn(actor, request);
    const value = await revealCustomer(actor, userId, what);
    return value === null ? null : { what, value };
  }
  if (form.get('intent') !== 'photo') return null;
  await requireRecentSignIn(actor, request);
  const kind = form.get('kind');
  const photos = (await readCustomer(actor, userId))?.photos ?? {};
  const photo = kind === 'license' || kind === 'profile' ? photos[kind] : undefined;
  // The picture itself asks again who may see it, and writes the look down.
  return photo ? { photo } : null;
}

type Change = (actor: SignedIn, userId: string, form: FormData) => Promise<{ done: string } | FormRefusal>;

/** What staff can do here, by the form's `intent`. Each command asks again who is asking. */
const changes: Readonly<Record<string, Change>> = {
  note: async (actor, userId, form) => {
    const read = readForm(form, noteForm);
    if (!read.ok) return withNote(read.refused(), form);
    const outcome = await addNote(actor, userId, read.value.note);
    return outcome.ok
      ? { done: NOTE_ADDED }
      : withNote(read.refused('The note could not be added. Admin access only'), form);
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
  'reset-factor': async (actor, userId, form) => {
    const read = readForm(form, resetSecondFactorForm);
    if (!read.ok) return read.refused();
    const outcome = await resetSecondFactor(actor, userId, read.value.reason);
    return outcome.ok ? { done: SECOND_FACTOR_RESET } : read.refused(resetFactorMessage(outcome.problem));
  },
};

/** What is asked for in dialogs, which show what was refused. */
const inDialogs: ReadonlySet<string> = new Set([
  'take-license-back',
  'decision',
  'birth-date',
  'points',
  'ban',
  'unban',
  'reset-factor',
]);

const refusal = (message: string): FormRefusal => ({ message, errors: {}, values: {} });

/** A note may be longer than what is sent back of other forms' fields. */
function withNote(refused: FormRefusal, form: FormData): FormRefusal {
  return { ...refused, values: { note: String(form.get('note') ?? '').toWellFormed() } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.customer.name ?? 'Customer'} · Admin` },
];

export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, orders, open, activity, history, mayDo, today } = loaderData;
  const answer = useAnswer(actionData);
  useLive([`user:${customer.id}`]);
  const summary = useRef<HTMLDivElement>(null);
  // The note's form says what is wrong with the note, and a dialog what is wrong in it.
  const ofNote = answer?.intent === 'note' ? (answer.refusal ?? undefined) : undefined;
  const ofDialog =
    answer?.refusal && inDialogs.has(answer.intent)
      ? { intent: answer.intent, refusal: answer.refusal }
      : null;
  const refused = ofNote || ofDialog ? null : (answer?.refusal ?? null);
  useEffect(() => {
    if (refused) summary.current?.querySelector<HTMLElement>('[data-summary]')?.focus();
  }, [refused]);
  return (
    <ConfirmAnswer value={ofDialog}>
      <p className="mb-1">
        <Link
          to={PATH}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Customers
        </Link>
      </p>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">{customer.name}</h1>
        {customer.role === 'user' ? null : <StatusBadge tone="blue">{roleLabel[customer.role]}</StatusBadge>}
        {customer.isBanned ? <StatusBadge tone="red">Banned</StatusBadge> : null}
      </div>
      <div ref={summary}>{refused ? <ErrorSummary refusal={refused} className="mb-6" /> : null}</div>
      {customer.isBanned ? (
        <Notice tone="caution" title="This customer is banned." className="mb-6 max-w-3xl">
          {customer.banReason ?? 'No reason is on record.'}
        </Notice>
      ) : null}
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <Section title="Profile">
            <CustomerProfile of={customer} may={mayDo} shown={answer?.shown ?? null} />
          </Section>
          <Section title="Verification" id="verification">
            <Verification of={customer} may={mayDo} today={today} />
          </Section>
          {orders ? <CustomerOrders of={orders} email={customer.email} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Section title="Notes">
            <Notes of={customer} may={mayDo} refusal={ofNote} />
          </Section>
          <Section title="Loyalty points">
            <Points of={customer} may={mayDo} />
          </Section>
          <Section title="Bans">
            <Bans of={customer} may={mayDo} open={open} />
          </Section>
          {mayDo.manage ? (
            <Section title="Two-factor sign-in">
              <SecondFactor of={customer} may={mayDo} />
            </Section>
          ) : null}
          <Section title="Latest activity">
            <ActivityList lines={activity} />
          </Section>
          <Section title="History">
            <History lines={history} labels={auditLabels} />
          </Section>
        </div>
      </div>
    </ConfirmAnswer>
  );
}

function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className="min-w-0 scroll-mt-6">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}
