/** What people do in Metrc, without the shop's software: for tests, and for the panel that plays Metrc in the demo. */
import { plus } from './draft.ts';
import type { MetrcPackage, MetrcState, MetrcTransfer } from './records.ts';

function change(state: MetrcState, label: string, now: Date, values: Partial<MetrcPackage>): MetrcPackage {
  const found = state.packages[label];
  if (!found) throw new RangeError(`No package ${label}`);
  const changed = { ...found, ...values, lastModified: now.toISOString() };
  state.packages[label] = changed;
  return changed;
}

/** Someone sets a package's quantity, with an adjustment that says why. */
export function setQuantity(
  state: MetrcState,
  label: string,
  wanted: { quantity: number; reason: string; note?: string; date: string },
  now: Date,
): MetrcPackage {
  const before = state.packages[label]?.quantity ?? 0;
  const changed = change(state, label, now, { quantity: wanted.quantity });
  state.adjustments.push({
    license: changed.license,
    label,
    quantity: plus(wanted.quantity, -before),
    reason: wanted.reason,
    note: wanted.note ?? '',
    date: wanted.date,
    by: 'A person in Metrc',
    lastModified: now.toISOString(),
  });
  return changed;
}

/** The state puts a package on hold, on recall or under investigation, or ends that. */
export function setHold(
  state: MetrcState,
  label: string,
  wanted: Partial<Pick<MetrcPackage, 'isOnHold' | 'isOnRecall' | 'isOnInvestigation'>>,
  now: Date,
): MetrcPackage {
  return change(state, label, now, wanted);
}

/** A laboratory reports: the package's test has a new state. */
export function setTestState(state: MetrcState, label: string, testState: string, now: Date): MetrcPackage {
  return change(state, label, now, { testState, testedDate: now.toISOString().slice(0, 10) });
}

/**
 * Someone accepts a delivery: its packages are now at the license, except those that they reject. `received` says what
 * arrived where that differs from what was shipped. Null if there is no such delivery or it was accepted before.
 */
export function acceptDelivery(
  state: MetrcState,
  deliveryId: number,
  now: Date,
  { rejected = [], received = {} }: { rejected?: string[]; received?: Record<string, number> } = {},
): MetrcTransfer | null {
  const transfer = state.transfers.find(({ deliveries }) => deliveries.some(({ id }) => id === deliveryId));
  const delivery = transfer?.deliveries.find(({ id }) => id === deliveryId);
  if (!transfer || !delivery || delivery.receivedAt !== null) return null;
  const at = now.toISOString();
  for (const shipped of delivery.packages) {
    const { label, quantity } = shipped.package;
    shipped.status = rejected.includes(label) ? 'Rejected' : 'Accepted';
    if (shipped.status === 'Rejected') continue;
    shipped.receivedQuantity = received[label] ?? quantity;
    const { manifest, fromLicense, fromName } = transfer;
    state.packages[label] = {
      ...structuredClone(shipped.package),
      license: delivery.toLicense,
      quantity: shipped.receivedQuantity,
      isInTransit: false,
      received: { at, manifest, fromLicense, fromName },
      lastModified: at,
    };
  }
  delivery.receivedAt = at;
  transfer.lastModified = at;
  return transfer;
}
