/** Answers the forms of waste at the counter. */
import { data } from 'react-router';
import { readWitness } from '#core/accounts/identity/pins/approval.server.ts';
import {
  COLLEAGUE_SECRETS,
  type PinProblem,
  witnessField,
  witnessMessage,
} from '#core/accounts/identity/pins/pin.ts';
import { moveToWaste } from '#core/goods/stock/waste/move-to-waste.server.ts';
import { undoWaste } from '#core/goods/stock/waste/undo-waste.server.ts';
import { type WasteProblem, wasteField, wasteMessage, wasteName } from '#core/goods/stock/waste/waste.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, type ReadForm, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { moveForm, undoForm } from './waste-form.ts';

const WASTE = '/counter/waste';

export async function answerWaste(actor: SignedIn, form: FormData, request: Request) {
  switch (form.get('intent')) {
    case 'move':
      return move(actor, form, request);
    case 'undo':
      return undo(actor, form);
    default:
      return redirectWithFlash(WASTE, 'Nothing was changed.', 'info');
  }
}

/** What was typed stays on the page, but what the witness showed. */
async function move(actor: SignedIn, form: FormData, request: Request) {
  const read = readForm(form, moveForm, COLLEAGUE_SECRETS);
  if (!read.ok) return refused(read);
  const { lot: lotId, weight: weightMg, person, pin, password, ...rest } = read.value;
  const witness = person === '' ? null : await readWitness(request, actor, { userId: person, pin, password });
  if (witness && !witness.ok) return noWitness(read, witness.problem);
  const outcome = await moveToWaste(actor, { ...rest, lotId, weightMg, witness: witness?.value ?? null });
  if (!outcome.ok) return refused(read, outcome.problem);
  return redirectWithFlash(WASTE, `${wasteName(outcome.value.number)} is recorded.`, 'success');
}

function noWitness<T>(read: ReadForm<T>, problem: PinProblem) {
  return data<FormRefusal>(read.refused(witnessMessage(problem, 'the witness'), witnessField(problem)), {
    status: statusOf(problem),
  });
}

async function undo(actor: SignedIn, form: FormData) {
  const read = readForm(form, undoForm);
  const outcome = read.ok ? await undoWaste(actor, { ...read.value, reason: '' }) : null;
  if (!outcome) return redirectWithFlash(WASTE, 'Nothing was changed.', 'info');
  return outcome.ok
    ? redirectWithFlash(WASTE, 'Undone. The units are back in their lot.', 'success')
    : redirectWithFlash(WASTE, wasteMessage(outcome.problem), 'error');
}

/** What was typed stays on the page. A key that was used with other values is not sent again. */
function refused<T>(read: ReadForm<T>, problem?: WasteProblem) {
  const refusal = problem ? read.refused(wasteMessage(problem), wasteField[problem.kind]) : read.refused();
  const { key: _, ...others } = refusal.values;
  const values = problem?.kind === 'sent-before' ? others : refusal.values;
  return data<FormRefusal>({ ...refusal, values }, { status: problem ? statusOf(problem) : 400 });
}
