/** Renders what to do next with an order of the list. */
import { Form, Link, useNavigation } from 'react-router';
import type { OrderRow } from '#core/sales/orders/list/order-list.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { buttonClass } from '#ui/button.tsx';
import { stepTo } from './bulk-steps.ts';

/** The form field that names the order of a row's step. */
export const ROW_ORDER = 'order';

/** As high as the row's line for a mouse, as large as a finger otherwise. */
const look = buttonClass(
  'secondary',
  'small',
  'min-h-11 max-xl:px-2 max-xl:whitespace-normal xl:pointer-fine:-my-1.5 xl:pointer-fine:min-h-9',
);

type Props = {
  row: OrderRow;
  query: string;
  /** The rows moved a moment ago: a press may have been meant for another order. */
  settling: boolean;
};

export function NextStep({ row, query, settling }: Props) {
  const { number, next } = row;
  const path = `/admin/orders/${number}`;
  if (next === null) return null;
  if (row.isShort)
    return (
      <Link to={`${path}/edit`} className={look}>
        Replace or reduce<span className="sr-only"> {number}</span>
      </Link>
    );
  if (next === 'completed')
    return (
      <Link to={`/counter/orders/${number}`} className={look} data-key="h">
        Hand over<span className="sr-only"> {number}</span>
      </Link>
    );
  return <StepButton row={row} to={next} query={query} settling={settling} />;
}

function StepButton({ row, to, query, settling }: Props & { to: OrderStatus }) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get(ROW_ORDER) === row.number;
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (settling) event.preventDefault();
      }}
    >
      <input type="hidden" name={ROW_ORDER} value={row.number} />
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="query" value={query} />
      <button
        type="submit"
        name="status"
        value={to}
        data-key={to === 'ready' ? 'r' : 'c'}
        aria-disabled={isBusy || undefined}
        className={look}
      >
        {isBusy ? 'Saving…' : stepTo(to)?.label}
        <span className="sr-only"> {row.number}</span>
      </button>
      {row.mayPack ? (
        // For the key alone: the usual next step marks the packing too, and the bulk bar has it for the mouse.
        <button type="submit" name="status" value="packing" data-key="p" hidden />
      ) : null}
    </Form>
  );
}
