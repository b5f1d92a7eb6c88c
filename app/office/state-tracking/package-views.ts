/** Says what a package of the state's is, and what can be done with it, in words. Pure. */
import { lotStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { holdReasonsOf, holdReasonWords } from '#core/goods/stock/lots/state-hold.ts';
import type { PackageRow } from '#core/goods/tracking/deliveries/deliveries-queries.server.ts';
import { batchOfTag, packageMessage } from '#core/goods/tracking/deliveries/package-lot.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';

export type PackageView = {
  tag: string;
  item: string;
  /** '23 units, 24 shipped' */
  units: string;
  /** 'test passed', or why it may not be sold. */
  test: string;
  mayBeSold: boolean;
  /** Of a unit; null where it is not known or not for this reader. */
  wholesale: string | null;
  isReady: boolean;
  /** Why it is no lot and cannot become one now; null if it can. */
  note: string | null;
  lot: { to: string; label: string; status: string } | null;
  productId: number | null;
  batch: string;
};

/** @param seesCost whether the reader may see wholesale prices */
export function viewPackage(row: PackageRow, seesCost: boolean): PackageView {
  const reasons = holdReasonsOf(row.marks);
  return {
    ...{ tag: row.tag, item: row.item, units: unitsOf(row) },
    test: reasons.length === 0 ? 'test passed' : testWords(row, reasons),
    mayBeSold: reasons.length === 0,
    wholesale: seesCost && row.wholesale !== null ? formatCents(cents(row.wholesale)) : null,
    isReady: row.isReady,
    note: row.isReady || row.lot !== null ? null : noteOf(row),
    lot: row.lot && {
      to: `/admin/lots/${row.lot.id}`,
      label: `Batch ${row.lot.batchNumber}`,
      status: lotStatusLabel[row.lot.status],
    },
    productId: row.productId,
    batch: batchOfTag(row.tag),
  };
}

/** The state's own word of a test that has not passed says more than ours. */
function testWords({ testState }: PackageRow, reasons: ReturnType<typeof holdReasonsOf>): string {
  const state = testState.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return reasons.includes('not-passed')
    ? `${holdReasonWords(reasons)} (${state || 'unknown'})`
    : holdReasonWords(reasons);
}

function unitsOf({ quantity, shipped, unit, state }: PackageRow): string {
  if (quantity === null) return `counted in ${unit.toLowerCase() || 'another unit'}`;
  const units = `${formatNumber(quantity)} ${quantity === 1 ? 'unit' : 'units'}`;
  return shipped !== null && shipped !== quantity && state === 'Accepted'
    ? `${units}, ${formatNumber(shipped)} shipped`
    : units;
}

function noteOf({ state, isFinished, quantity, unit }: PackageRow): string {
  if (isFinished || quantity === 0) return packageMessage({ kind: 'ended' });
  if (state === 'Rejected' || state === 'Returned') return `${state} in Metrc: it stays with its shipper.`;
  if (quantity === null) return packageMessage({ kind: 'not-in-units', unit: unit || 'another unit' });
  return state === 'Accepted'
    ? 'Accepted in Metrc. The shop reads it within a minute or two.'
    : packageMessage({ kind: 'not-accepted' });
}
