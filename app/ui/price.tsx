/** Renders a price, and the list price it replaces, struck through. */
import { type Cents, formatCents } from '#kernel/money.ts';

/** `list` is the price without a discount; the same as `now` if there is none. */
export function Price({ now, list }: { now: Cents; list: Cents }) {
  if (now >= list) return <>{formatCents(now)}</>;
  return (
    <>
      <span className="sr-only">Now </span>
      {formatCents(now)}{' '}
      <s className="text-[0.85em] font-normal whitespace-nowrap text-ink-soft">
        <span className="sr-only">instead of the list price of </span>
        {formatCents(list)}
      </s>
    </>
  );
}
