/** Packs the units that were scanned for a walk-in, so that no unit is scanned twice, and marks the order ready. */
import type { Actor } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { systemClock } from '#kernel/time.ts';
import type { PlacedWalkIn } from './place-walk-in.server.ts';

/**
 * Whether the order is ready afterwards. Each step is a command of its own and is safe to repeat: what a lost connection
 * or a refusal leaves is packed on the packing page, which says why a unit is refused.
 * @param ownHost this shop's host with its port
 */
export async function packScanned(
  actor: Actor,
  { orderId, scans }: PlacedWalkIn,
  ownHost: string,
  now = systemClock(),
): Promise<{ isReady: boolean }> {
  const started = await startPacking(actor, { orderId, takeOver: false }, now);
  if (!started.ok) return { isReady: false };
  let isAll = false;
  for (const { key, text } of scans) {
    const code = readScannedCode(text, ownHost);
    const packed = await packUnit(actor, { orderId, key, code, otherLotBecause: '' }, now);
    isAll = packed.ok && packed.value.isAll;
  }
  if (!isAll) return { isReady: false };
  const ready = await changeOrderStatus(actor, { orderId, to: 'ready', reason: '', version: null }, now);
  return { isReady: ready.ok };
}
