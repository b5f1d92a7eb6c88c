/** Answers the form that changes a lot's units. */
import { data } from 'react-router';
import { isLargeDrop, unitsAfter } from '#core/goods/stock/adjustment.ts';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { type LotProblem, lotMessage } from '#core/goods/stock/lots/lots.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { type AdjustRefusal, readAdjustReason } from './adjust-form.tsx';
import { readHeldLines } from './held-lines-queries.server.ts';

/** Whose error it is; the others are about the whole form. */
const fieldOf: Partial<Record<LotProblem['kind'], string>> = {
  'note-missing': 'note',
  'not-plain': 'note',
  'count-invalid': 'units',
  'none-taken': 'units',
  'none-returned': 'units',
};

export async function answerAdjust(actor: SignedIn, lotId: number, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 500);
  const reason = readAdjustReason(text('reason'));
  const chosen = form.getAll('chosen').map(String).filter(isUuid);
  const values = { reason: reason ?? '', units: text('units'), note: text('note') };
  const confirmed = text('confirmed');
  // What was answered stays answered: the question about the drop and the choice of orders come one after the other.
  const again = async (refusal: Partial<AdjustRefusal>, status: number, asksWho = chosen.length > 0) => {
    const lines = asksWho ? await readHeldLines(actor, lotId, (await storeClock()).zone) : [];
    // One possible order needs no choice, only a look.
    const ticked = lines.length === 1 ? lines.map(({ reservationId }) => reservationId) : chosen;
    return data<AdjustRefusal>({ errors: {}, values, lines, chosen: ticked, ...refusal }, { status });
  };
  if (reason === null) return again({ errors: { reason: ['Choose a reason.'] } }, 400);
  const refused = (problem: LotProblem, drop?: string) => {
    const field = fieldOf[problem.kind];
    return again(
      {
        ...(field ? {} : { message: lotMessage(problem) }),
        errors: field ? { [field]: [lotMessage(problem)] } : {},
        ...(drop !== undefined && confirmed === drop ? { confirm: drop } : {}),
      },
      statusOf(problem),
      problem.kind === 'choose' || chosen.length > 0,
    );
  };
  const typed = text('units').trim();
  const expected = Number(text('expected'));
  if (!/^\d{1,7}$/.test(typed) || (reason !== 'count' && Number(typed) === 0))
    return refused({
      kind: reason === 'count' ? 'count-invalid' : reason === 'return' ? 'none-returned' : 'none-taken',
    });
  const counted = unitsAfter(reason, Number(typed), expected);
  const drop = `${expected} → ${counted}`;
  if (isLargeDrop(reason, expected, counted) && confirmed !== drop)
    return again({ message: dropQuestion(expected, counted), confirm: drop }, 409);
  const outcome = await countLot(actor, {
    lotId,
    counted,
    expected,
    reason,
    note: text('note'),
    chosen,
  });
  if (!outcome.ok) return refused(outcome.problem, drop);
  const { missing, change } = outcome.value;
  const done =
    change === 0
      ? 'The count matches. Nothing changed.'
      : missing > 0
        ? `Saved. ${missing === 1 ? '1 reserved unit is' : `${missing} reserved units are`} missing now.`
        : `Saved: ${expected} → ${counted}.`;
  return redirectWithFlash(`/admin/lots/${lotId}`, done, 'success');
}

const dropQuestion = (from: number, to: number) =>
  `Your count takes ${from - to} of ${from} units off the shelf. If that is right, press ‘Save ${from} → ${to}’. If units are broken or gone, choose that reason and enter how many.`;
