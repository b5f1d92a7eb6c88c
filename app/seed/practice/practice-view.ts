/** What the panel shows of the demo's Metrc. */
import type { MetrcPackage, MetrcReceipt, MetrcState } from '../metrc/records.ts';
import type { Metrc } from '../metrc/start-metrc.ts';
import type { PracticeView } from './practice.ts';
import { LOSS, REFUSAL } from './practice-presses.ts';

/** Receipts and adjustments that are shown. */
const SHOWN = 20;

export function viewOf({ state, faults }: Pick<Metrc, 'state' | 'faults'>, now: Date): PracticeView {
  const { downUntil, next } = faults;
  const packages = Object.values(state.packages).toSorted(byItem);
  return {
    downUntil: downUntil && now < downUntil ? downUntil.toISOString() : null,
    refusesNext: next.some(({ kind }) => kind === REFUSAL),
    losesNext: next.some(({ kind }) => kind === LOSS),
    deliveries: onTheWay(state),
    packages: packages.map((each) => ({
      ...{ tag: each.label, item: each.item.name, quantity: each.quantity, unit: each.unit },
      ...{ testState: each.testState, blocks: blocksOf(each), isFinished: each.finishedDate !== null },
      changedAt: each.lastModified,
    })),
    receipts: Object.values(state.receipts)
      .toSorted((left, right) => right.lastModified.localeCompare(left.lastModified) || right.id - left.id)
      .slice(0, SHOWN)
      .map((each) => receiptOf(state, each)),
    adjustments: state.adjustments
      .slice(-SHOWN)
      .toReversed()
      .map(({ label, quantity, reason, note, by, lastModified: at }) => ({
        ...{ item: itemAt(state, label), quantity, reason, note, by, at },
      })),
  };
}

const byItem = (left: MetrcPackage, right: MetrcPackage) =>
  left.item.name.localeCompare(right.item.name, 'en') || left.label.localeCompare(right.label);

const itemAt = ({ packages }: MetrcState, label: string) => packages[label]?.item.name ?? label;

function onTheWay({ transfers }: MetrcState): PracticeView['deliveries'] {
  return transfers.flatMap(({ deliveries, manifest, fromName: shipper }) =>
    deliveries
      .filter(({ receivedAt }) => receivedAt === null)
      .map(({ id, estimatedArrival: expectedAt, packages }) => ({
        ...{ id, manifest, shipper, expectedAt },
        packages: packages.map(({ package: { label, item, quantity } }) => ({
          ...{ tag: label, item: item.name, quantity },
        })),
      })),
  );
}

function blocksOf(found: MetrcPackage): PracticeView['packages'][number]['blocks'] {
  return [
    ...(found.isOnHold ? (['hold'] as const) : []),
    ...(found.isOnRecall ? (['recall'] as const) : []),
    ...(found.isOnInvestigation ? (['investigation'] as const) : []),
  ];
}

function receiptOf(state: MetrcState, receipt: MetrcReceipt): PracticeView['receipts'][number] {
  const { number, externalNumber: ours, soldAt, transactions, archivedDate, isFinal } = receipt;
  const cents = transactions.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
  return {
    ...{ number, ours, soldAt, total: cents / 100, changedAt: receipt.lastModified },
    lines: transactions.map(({ label, quantity }) => ({ item: itemAt(state, label), quantity })),
    state: archivedDate !== null ? 'voided' : isFinal ? 'final' : 'open',
  };
}
