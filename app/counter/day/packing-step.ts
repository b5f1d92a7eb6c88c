/** Decides what is next for an order on its packing page. */

import { hasEnded } from '#core/sales/orders/order.ts';
import { type BagLine, isPacked } from '#core/sales/orders/packing/unit-to-pack.ts';
import type { OrderStatus } from '#kernel/statuses.ts';

/** `ready`: every unit is in the bag. `done`: it is marked ready. */
export type PackingStep = 'start' | 'take-over' | 'pack' | 'ready' | 'done' | 'ended';

export function packingStep(
  { status, packerId }: { status: OrderStatus; packerId: string | null },
  lines: readonly BagLine[],
  viewerId: string,
): PackingStep {
  if (hasEnded(status)) return 'ended';
  if (status !== 'packing' && status !== 'ready') return 'start';
  if (status === 'packing' && packerId !== null && packerId !== viewerId) return 'take-over';
  if (!isPacked(lines)) return 'pack';
  return status === 'ready' ? 'done' : 'ready';
}
