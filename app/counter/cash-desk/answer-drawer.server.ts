/** Answers the forms of the cash desk. */
import { data, redirect } from 'react-router';
import { COLLEAGUE_SECRETS, type PinProblem, yesMessage } from '#core/accounts/identity/pins/pin.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { closeDrawer, countDrawer } from '#core/sales/cash-desk/count-drawer.server.ts';
import {
  type DrawerProblem,
  drawerMessage,
  drawerName,
  entryLabel,
  fieldOfProblem,
  varianceWords,
} from '#core/sales/cash-desk/drawer.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { recordEntry, reverseEntry } from '#core/sales/cash-desk/record-entry.server.ts';
import type { ClosedDrawer } from '#core/sales/cash-desk/write-closing.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, type ReadForm, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readYes } from '../kit/read-yes.server.ts';
import { closeForm, countForm, entryForm, openForm, reverseForm } from './drawer-forms.ts';

const DRAWER = '/counter/cash';
const COUNT = '/counter/cash/count';

export async function answerDrawer(actor: SignedIn, form: FormData, request: Request) {
  switch (form.get('intent')) {
    case 'open':
      return open(actor, form);
    case 'entry':
      return enter(actor, form);
    case 'reverse':
      return reverse(actor, form);
    case 'count':
      return count(actor, form, request);
    case 'close':
      return close(actor, form, request);
    default:
      return redirectWithFlash(DRAWER, 'Nothing was changed.', 'info');
  }
}

async function open(actor: SignedIn, form: FormData) {
  const read = readForm(form, openForm);
  if (!read.ok) return refused(read);
  const outcome = await openDrawer(actor, read.value);
  if (!outcome.ok) return refused(read, outcome.problem);
  return redirectWithFlash(DRAWER, `${drawerName(outcome.value.number)} is open.`, 'success');
}

async function enter(actor: SignedIn, form: FormData) {
  const read = readForm(form, entryForm);
  if (!read.ok) return refused(read);
  const { kind, amount } = read.value;
  const outcome = await recordEntry(actor, read.value);
  if (!outcome.ok) return refused(read, outcome.problem);
  return redirectWithFlash(DRAWER, `${entryLabel[kind]}: ${formatCents(cents(amount))}.`, 'success');
}

async function reverse(actor: SignedIn, form: FormData) {
  const read = readForm(form, reverseForm);
  const outcome = read.ok ? await reverseEntry(actor, read.value) : null;
  if (!outcome) return redirectWithFlash(DRAWER, 'Nothing was changed.', 'info');
  return outcome.ok
    ? redirectWithFlash(DRAWER, 'Entry reversed.', 'success')
    : redirectWithFlash(DRAWER, drawerMessage(outcome.problem), 'error');
}

async function count(actor: SignedIn, form: FormData, request: Request) {
  const read = readForm(form, countForm, COLLEAGUE_SECRETS);
  if (!read.ok) return refused(read);
  const yes = await yesOf(actor, read.value, request);
  if (!yes.ok) return noYes(read, yes.problem);
  const outcome = await countDrawer(actor, { ...read.value, approver: yes.value });
  if (!outcome.ok) return notCounted(read, outcome.problem);
  return outcome.value.kind === 'counted' ? redirect(COUNT) : closed(outcome.value);
}

async function close(actor: SignedIn, form: FormData, request: Request) {
  const read = readForm(form, closeForm, COLLEAGUE_SECRETS);
  if (!read.ok) return refused(read);
  const yes = await yesOf(actor, read.value, request);
  if (!yes.ok) return noYes(read, yes.problem);
  const outcome = await closeDrawer(actor, { ...read.value, approver: yes.value });
  return outcome.ok ? closed(outcome.value) : notCounted(read, outcome.problem);
}

/** Without a reason to close without tablets, no yes is asked for: a person is always chosen, so the PIN tells. */
const yesOf = (
  actor: SignedIn,
  { without, person, pin }: { without: string; person: string; pin: string },
  request: Request,
) => readYes(request, actor, { person: without === '' && pin === '' ? '' : person, pin });

function noYes<T>(read: ReadForm<T>, problem: PinProblem) {
  return data<FormRefusal>(read.refused(yesMessage(problem), 'pin'), { status: statusOf(problem) });
}

/** The page of a drawer that was closed since leads to the drawer's page, which would lose the answer. */
function notCounted<T>(read: ReadForm<T>, problem: DrawerProblem) {
  return problem.kind === 'closed'
    ? redirectWithFlash(DRAWER, drawerMessage(problem), 'error')
    : refused(read, problem);
}

function closed({ number, variance, next }: ClosedDrawer) {
  const done = `${drawerName(number)} is closed: ${varianceWords(variance).toLowerCase()}.`;
  const taken = next ? ` ${next.holder} has ${drawerName(next.number).toLowerCase()} now.` : '';
  return redirectWithFlash(DRAWER, done + taken, 'success');
}

/** What was typed stays on the page, beside the message. A key that was used with other values is not sent again. */
function refused<T>(read: ReadForm<T>, problem?: DrawerProblem) {
  const refusal = problem ? read.refused(drawerMessage(problem), fieldOfProblem(problem)) : read.refused();
  const { key: _, ...others } = refusal.values;
  const values = problem?.kind === 'sent-before' ? others : refusal.values;
  const status = problem ? statusOf(problem) : 400;
  return data<FormRefusal>({ ...refusal, values }, { status });
}
