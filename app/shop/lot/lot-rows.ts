/** Formats the facts of a lot's page, from seed to jar; omits rows for unknown facts. */
import type { FactRow } from '#core/goods/catalogue/products/product-facts.ts';
import { formatPercent } from '#core/goods/catalogue/search/strain.ts';
import { contentMg, dayLabel, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { formatNumber } from '#kernel/number.ts';
import type { PublicLot } from './lot-page-queries.server.ts';

/** Where it comes from, and when. */
export function originRows(lot: PublicLot): FactRow[] {
  return rows([
    ['Batch', lot.batchNumber],
    ['Package tag', lot.packageTag],
    ['Field or room', lot.grownIn],
    ['Harvested', lot.harvestedOn && dayLabel(lot.harvestedOn)],
    ['Cured', lot.curedOn && dayLabel(lot.curedOn)],
    ['Packaged', lot.packagedOn && dayLabel(lot.packagedOn)],
    ['Best by', lot.expiresOn && dayLabel(lot.expiresOn)],
  ]);
}

/** What the laboratory found. Empty for goods that are not tested. */
export function testRows(lot: PublicLot): FactRow[] {
  if (lot.productType !== 'cannabis') return [];
  return rows([
    ['Test', lot.testStatus && testStatusLabel[lot.testStatus]],
    ['Total THC', lot.totalThc === null ? null : formatPercent(lot.totalThc)],
    ['Total CBD', lot.totalCbd === null ? null : formatPercent(lot.totalCbd)],
    ['THC per package', milligrams(lot.totalThc, lot.thcMg, lot)],
    ['CBD per package', milligrams(lot.totalCbd, lot.cbdMg, lot)],
    ['Terpenes', lot.terpenes],
    ['Panels passed', lot.testPanels],
    ['Laboratory', lot.labName],
    ['Certificate number', lot.coaNumber],
  ]);
}

/** What someone who has a package must know first; null for a lot on sale. A recall has words of its own. */
export function lotWarning({ status }: Pick<PublicLot, 'status'>): string | null {
  switch (status) {
    case 'expired':
      return 'This batch is past its date. We no longer sell it.';
    case 'quarantined':
    case 'untested':
      return 'We have stopped selling this batch while we check it. If you have a package, wait before you use it, or call us.';
    default:
      return null;
  }
}

function milligrams(tested: number | null, perPackage: number | null, { netWeightMg }: PublicLot) {
  const mg = contentMg(tested, { netWeightMg, perPackage });
  return mg === null ? null : `${formatNumber(mg)} mg`;
}

function rows(pairs: [string, string | null][]): FactRow[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
