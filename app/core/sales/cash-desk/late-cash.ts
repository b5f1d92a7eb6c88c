/** Cash that was taken without a network before a drawer was closed, and arrived after: what staff read of it. Pure. */
import { cents, formatCents } from '#kernel/money.ts';

export type LateCash = {
  /** The number of the drawer that was closed. */
  drawer: number;
  /** '5:02 PM' */
  closedAt: string;
  /** Cents. */
  amount: number;
  /** The number of the drawer that it counts in: the one that was open when it arrived; null if none was. */
  countsIn: number | null;
};

export function lateCashWords({ drawer, closedAt, amount, countsIn }: LateCash): string {
  const counts = countsIn === null ? 'counts in no drawer' : `counts in drawer ${countsIn}`;
  return `${formatCents(cents(amount))} of cash was taken before drawer ${drawer} was closed at ${closedAt}, and arrived after. Drawer ${drawer} did not expect it; it ${counts}.`;
}
