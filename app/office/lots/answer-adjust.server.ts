/** Answers the form that changes a lot's units. */
import { data } from 'react-router';
import type { SignedIn } from '#core/access/actor.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { unitsAfter } from '#core/stock/adjustment.ts';
import { countLot } from '#core/stock/count-lot.server.ts';
import { type LotProblem, lotMessage } from '#core/stock/lots.ts';
import { isUuid } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
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
  const refused = async (problem: LotProblem) => {
    const field = fieldOf[problem.kind];
    const lines =
      problem.kind === 'choose' ? await readHeldLines(actor, lotId, (await storeClock()).zone) : [];
    return data<AdjustRefusal>(
      {
        ...(field ? {} : { message: lotMessage(problem) }),
        errors: field ? { [field]: [lotMessage(problem)] } : {},
        values: { reason, units: text('units'), note: text('note') },
        lines,
        chosen,
      },
      { status: problem.kind === 'not-allowed' ? 403 : 409 },
    );
  };
  const typed = text('units').trim();
  const expected = Number(text('expected'));
  if (!/^\d{1,7}$/.test(typed) || (reason !== 'count' && Number(typed) === 0))
    return refused({
      kind: reason === 'count' ? 'count-invalid' : reason === 'return' ? 'none-returned' : 'none-taken',
    });
  const outcome = await countLot(actor, {
    lotId,
    counted: unitsAfter(reason, Number(typed), expected),
    expected,
    reason,
    note: text('note'),
    chosen,
  });
  if (!outcome.ok) return refused(outcome.problem);
  const { missing, change } = outcome.value;
  const done =
    change === 0
      ? 'The count matches. Nothing changed.'
      : missing > 0
        ? `Saved. ${missing === 1 ? '1 reserved unit is' : `${missing} reserved units are`} missing now.`
        : 'Saved. You can undo this in the ledger.';
  return redirectWithFlash(`/admin/lots/${lotId}`, done, 'success');
}
