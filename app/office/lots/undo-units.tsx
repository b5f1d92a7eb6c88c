/** Renders the person's last change of a lot's units, and a way to undo it. */
import { Form, useNavigation } from 'react-router';
import { type AdjustReason, adjustReasonLabel } from '#core/goods/stock/adjustment.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function UndoUnits({
  lotId,
  undoable,
}: {
  lotId: number;
  undoable: { ledgerId: number; units: number; reason: AdjustReason };
}) {
  const isBusy = useNavigation().formData?.get('ledgerId') === String(undoable.ledgerId);
  const { units, reason } = undoable;
  return (
    <Notice className="mb-5">
      <Form
        method="post"
        action={`/admin/lots/${lotId}/ledger`}
        className="flex flex-wrap items-center gap-x-4"
      >
        <input type="hidden" name="ledgerId" value={undoable.ledgerId} />
        <p className="figures">
          {adjustReasonLabel[reason]}: {units < 0 ? `−${-units}` : `+${units}`}{' '}
          {Math.abs(units) === 1 ? 'unit' : 'units'}.
        </p>
        <Button
          type="submit"
          rank="quiet"
          size="small"
          className="min-h-11"
          busy={isBusy}
          busyText="Undoing…"
        >
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
