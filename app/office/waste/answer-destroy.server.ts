/** Answers the form that records a destruction. */
import { data } from 'react-router';
import { readWitness } from '#core/accounts/identity/pins/approval.server.ts';
import { COLLEAGUE_SECRETS, witnessField, witnessMessage } from '#core/accounts/identity/pins/pin.ts';
import { destroyWaste } from '#core/goods/stock/waste/destroy-waste.server.ts';
import { wasteField, wasteMessage } from '#core/goods/stock/waste/waste.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { momentOf } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { destroyForm } from './destruction-form.ts';

/** What was chosen stays chosen. */
export type DestroyAnswer = FormRefusal & { chosen: string[] };

/** @param request proves the tablet, where the second person confirms by PIN */
export async function answerDestroy(actor: SignedIn, form: FormData, request: Request) {
  const chosen = form
    .getAll('waste')
    .map(String)
    .filter((number) => /^[1-9]\d{0,8}$/.test(number));
  const read = readForm(form, destroyForm, COLLEAGUE_SECRETS);
  if (!read.ok) return data<DestroyAnswer>({ ...read.refused(), chosen }, { status: 400 });
  const { person, pin, password, time, ...rest } = read.value;
  const second = person === '' ? null : await readWitness(request, actor, { userId: person, pin, password });
  if (second && !second.ok) {
    const words = witnessMessage(second.problem, 'the second person');
    const refusal = read.refused(words, witnessField(second.problem));
    return data<DestroyAnswer>({ ...refusal, chosen }, { status: statusOf(second.problem) });
  }
  const at = momentOf(time, (await storeClock()).zone);
  const destruction = { ...rest, at, numbers: chosen.map(Number), second: second?.value ?? null };
  const outcome = await destroyWaste(actor, destruction);
  if (!outcome.ok) {
    const { problem } = outcome;
    const refusal = read.refused(wasteMessage(problem), wasteField[problem.kind]);
    return data<DestroyAnswer>({ ...refusal, chosen }, { status: statusOf(problem) });
  }
  const { destroyed } = outcome.value;
  const done = destroyed === 1 ? '1 record destroyed.' : `${destroyed} records destroyed.`;
  return redirectWithFlash('/admin/waste?state=destroyed', done, 'success');
}
