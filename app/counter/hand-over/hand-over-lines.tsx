/** Renders what to hand over, with a way to fewer of each line, and what the customer may still have today. */
import { useNavigation } from 'react-router';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import { Button } from '#ui/button.tsx';
import { Minus } from '#ui/icons.ts';
import type { CounterLine } from '../day/counter-order.ts';
import { FEWER, fewerWords, writeFewer } from './fewer-units.ts';

type Props = {
  lines: readonly CounterLine[];
  left: readonly string[];
  /** Whether lines may change: not those of a paid order, and not without a network. */
  mayTakeFewer: boolean;
};

export function HandOverLines({ lines, left, mayTakeFewer }: Props) {
  // The last unit is the order: it is refused, or put off.
  const isLastUnit = lines.length === 1 && lines[0]?.quantity === 1;
  return (
    <div>
      <ul aria-label="To hand over" className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line.productId}>
            {mayTakeFewer && !isLastUnit ? (
              <Fewer key={line.quantity} line={line} />
            ) : (
              <p className={row}>
                <Line line={line} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {left.length > 0 ? (
        <p className="figures mt-2 text-sm text-ink-soft">
          Left today, with everything on order counted: {left.join(', ')}.
        </p>
      ) : null}
    </div>
  );
}

const row = 'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2';

function Line({ line: { quantity, name, size, batches } }: { line: CounterLine }) {
  return (
    <>
      <span className="figures font-semibold">{quantity} ×</span>
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-ink-soft">
          {size ? `${size} · ` : ''}
          {batchesLabel(batches)}
        </span>
      </span>
    </>
  );
}

/** Two presses: one touch by mistake changes no order. */
function Fewer({ line }: { line: CounterLine }) {
  const sending = useNavigation().formData?.get(FEWER);
  const { productId, quantity, name } = line;
  const press = { productId, from: quantity, to: quantity - 1 };
  const value = writeFewer(press);
  return (
    <details className="group">
      <summary className={`${row} min-h-12 cursor-pointer`}>
        <Line line={line} />
        <span className="flex size-10 items-center justify-center rounded-control text-spruce-700 inset-ring inset-ring-ink/35 group-open:bg-spruce-100">
          <Minus aria-hidden="true" className="size-5" />
          <span className="sr-only">Fewer</span>
        </span>
      </summary>
      <p className="flex justify-end pb-3">
        <Button
          type="submit"
          name={FEWER}
          value={value}
          rank="secondary"
          className="min-h-12"
          busy={sending === value}
          busyText="Saving…"
        >
          {fewerWords(press, name)}
        </Button>
      </p>
    </details>
  );
}
