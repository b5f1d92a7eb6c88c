/** Renders the bags to put back: which units go where, ticked one by one on any tablet. */
import { Form, Link, useNavigation } from 'react-router';
import { lotStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { orderStatusLabel } from '#core/sales/orders/order.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { closingTitle } from './end-of-day.ts';
import type { Bag, BagUnits } from './end-of-day-queries.server.ts';

export function BagList({ bags }: { bags: readonly Bag[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {bags.map(({ number, name, status, units, isGone }) => (
        <li key={number}>
          <p className="figures flex flex-wrap items-baseline gap-x-3">
            <Link
              to={`/admin/orders/${number}`}
              className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              {number}
            </Link>
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-sm text-ink-soft">{orderStatusLabel[status]}</span>
          </p>
          {isGone ? (
            <p className="mb-2 font-medium">
              The customer has them: see “{closingTitle.refused}”. Put back only what is here.
            </p>
          ) : null}
          <ul className="divide-y divide-line border-y border-line">
            {units.map((each) => (
              <UnitsRow key={each.id} number={number} units={each} isGone={isGone} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function UnitsRow({ number, units: row, isGone }: { number: string; units: BagUnits; isGone: boolean }) {
  const { id, name, size, units, batchNumber, shelfPlace, lotId, lotStatus, done } = row;
  const isBusy = useNavigation().formData?.get('id') === id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-44">
        <p className={`figures ${done ? 'text-ink-soft line-through decoration-ink/50' : ''}`}>
          <span className="font-semibold">{units} ×</span> {name}
          {size ? ` · ${size}` : ''}
        </p>
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Place shelfPlace={shelfPlace} lotStatus={lotStatus} />
          <Link
            to={`/admin/lots/${lotId}`}
            className="inline-flex min-h-11 items-center text-ink-soft underline underline-offset-4"
          >
            Batch {batchNumber}
          </Link>
          {done ? (
            <span className="text-ink-soft">
              Put back by {done.by}, {done.at}
            </span>
          ) : null}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          name="intent"
          value={done ? 'not-back' : 'put-back'}
          aria-disabled={isBusy || undefined}
          className={buttonClass(
            done ? 'quiet' : isGone ? 'secondary' : 'primary',
            done ? 'small' : 'normal',
            'min-h-12',
          )}
        >
          {isBusy ? 'Saving…' : done ? 'Undo' : 'Put back'}
          <span className="sr-only">
            {' '}
            {units} {name} of {number}
          </span>
        </button>
      </Form>
    </li>
  );
}

/** Where the units go. Those of a lot that left sale since must not go back on the shelf. */
function Place({ shelfPlace, lotStatus }: Pick<BagUnits, 'shelfPlace' | 'lotStatus'>) {
  if (lotStatus !== 'sellable')
    return <StatusBadge tone="red">Set aside: {lotStatusLabel[lotStatus].toLowerCase()}</StatusBadge>;
  return <span className="font-semibold">{shelfPlace ?? 'No shelf place recorded'}</span>;
}
