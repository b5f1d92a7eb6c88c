/** Renders the lines of a price correction: what became of each, and what can be done with it. */
import { Form, useNavigation } from 'react-router';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { buyerCells } from './buyer-cells.tsx';
import type { PresentedLine } from './present-correction.ts';

export function CorrectedLines({ lines }: { lines: readonly PresentedLine[] }) {
  return (
    <FiguresTable
      name="Corrected orders"
      head={[
        { label: 'Customer' },
        { label: 'Order' },
        { label: 'Units', right: true },
        { label: 'With tax', right: true },
        { label: 'Status' },
        { label: 'Actions' },
        { label: 'Since' },
      ]}
      rows={lines.map((line) => ({
        key: String(line.id),
        cells: [
          ...buyerCells(line),
          line.units,
          line.amount,
          <span key="status" className="whitespace-nowrap">
            <StatusBadge tone={line.status.tone}>{line.status.label}</StatusBadge>
          </span>,
          <LineForms key="do" line={line} />,
          line.settled,
        ],
      }))}
      empty="No orders."
    />
  );
}

function LineForms({ line: { id, back, order, mayUndo, customer } }: { line: PresentedLine }) {
  const sent = useNavigation().formData;
  const isBusy = (intent: string) => sent?.get('intent') === intent && sent.get('lineId') === String(id);
  if (!back && !mayUndo) return null;
  return (
    <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
      <input type="hidden" name="lineId" value={id} />
      {back ? (
        <>
          <input type="hidden" name="cash" value={back.cash} />
          <Button
            type="submit"
            name="intent"
            value="pay-refund"
            rank="secondary"
            size="small"
            className="min-h-11 whitespace-nowrap"
            busy={isBusy('pay-refund')}
            busyText="Recording…"
          >
            Refund {back.amount}
            <span className="sr-only"> for {order}</span>
          </Button>
        </>
      ) : null}
      {mayUndo ? (
        <Button
          type="submit"
          name="intent"
          value="undo"
          rank="quiet"
          size="small"
          className="min-h-11"
          busy={isBusy('undo')}
          busyText="Undoing…"
        >
          Undo
          <span className="sr-only"> for {order ?? customer.name}</span>
        </Button>
      ) : null}
    </Form>
  );
}
