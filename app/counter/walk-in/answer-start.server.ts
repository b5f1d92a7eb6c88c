/** Answers the ID check that starts a walk-in. Nothing of the ID comes back but what was typed or scanned just now. */
import { data, redirect } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type IdProblem, idProblemField } from '#core/sales/orders/hand-over/id-check.ts';
import { startWalkIn } from '#core/sales/walk-ins/start-walk-in.server.ts';
import { walkInIdMessage, walkInMessage } from '#core/sales/walk-ins/walk-in.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { type ReadForm, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { answerScan } from '../hand-over/answer-id-scan.server.ts';
import { BARCODE } from '../hand-over/counter-forms.ts';
import { type CounterAnswer, scannedOf } from '../hand-over/scanned-id.ts';
import { registerOf } from '../kit/register-cookie.ts';
import { startForm } from './walk-in-forms.ts';

export async function answerStart(actor: SignedIn, form: FormData, request: Request) {
  if (form.has('readBarcode')) return answerScan(form, request.url, walkInIdMessage);
  const read = readForm(form, startForm, [BARCODE]);
  if (!read.ok) return refused(read);
  const outcome = await startWalkIn(actor, { ...read.value, registerId: registerOf(request) });
  if (outcome.ok) return redirect(`/counter/walk-in/${outcome.value.id}`);
  const { problem } = outcome;
  if (problem.kind !== 'id') return refused(read, { message: walkInMessage(problem) }, statusOf(problem));
  return refused(read, { errors: Object.fromEntries(problem.problems.map(fieldOf)) });
}

const fieldOf = (problem: IdProblem): [string, string[]] => [
  idProblemField[problem.kind],
  [walkInIdMessage(problem)],
];

/** Everything entered stays on the page, with the card that was scanned. */
async function refused<T>(read: ReadForm<T>, more: Partial<CounterAnswer> = {}, status = 400) {
  const { zone } = (await readSettings()).store;
  const refusal = { ...read.refused(), ...more };
  const scanned = scannedOf(refusal.values, storeDate(systemClock(), zone));
  return data<CounterAnswer>({ ...refusal, scanned }, { status });
}
