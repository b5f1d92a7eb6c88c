/** Lists what a product needs on its way to sale, done and open, for the page where staff enter it. */

import { isCannabis } from '#core/goods/catalogue/products/product.ts';
import {
  type ProductField,
  type ProductValues,
  productLabels,
} from '#core/goods/catalogue/products/product-fields.ts';
import { lacksForSale } from '#core/goods/catalogue/products/product-rules.ts';
import { papersLabel, papersLacking, type SalePapers } from '#core/goods/stock/lots/lots.ts';
import type { LotStatus } from '#kernel/statuses.ts';

type ChecklistLot = {
  id: number;
  batchNumber: string;
  status: LotStatus;
  expiresOn: string | null;
  onHand: number;
} & SalePapers;

/**
 * `where` is a field of the product's form, the picture, the list of lots, or one lot. What the law or the shop does
 * not need is only recommended.
 */
export type ChecklistItem = {
  where: { field: ProductField } | 'picture' | 'lots' | { lot: number };
  label: string;
  isDone: boolean;
  /** What to do; '' when it is done. */
  message: string;
  isNeeded: boolean;
};

/** In the order staff enter it. A product without anything open is ready. */
export function saleChecklist(
  product: ProductValues,
  lots: readonly ChecklistLot[],
  pictures: number,
): ChecklistItem[] {
  return [...fieldItems(product), pictureItem(pictures), ...lotItems(product, lots)];
}

function fieldItems(product: ProductValues): ChecklistItem[] {
  const lacks = lacksForSale(product);
  const always: ProductField[] = isCannabis(product)
    ? ['retailPrice', 'limitCategory', 'limitMg']
    : ['retailPrice'];
  const fields = [...new Set([...always, ...(Object.keys(lacks) as ProductField[])])];
  return fields.map((field) => ({
    where: { field },
    label: productLabels[field],
    isDone: lacks[field] === undefined,
    message: lacks[field]?.[0] ?? '',
    isNeeded: true,
  }));
}

const pictureItem = (pictures: number): ChecklistItem => ({
  where: 'picture',
  label: 'Picture',
  isDone: pictures > 0,
  message: pictures > 0 ? '' : 'Add a picture. Until then the shop shows a placeholder.',
  isNeeded: false,
});

/** The lot on sale, or the one closest to it: waiting, then quarantined. */
function lotItems(product: ProductValues, lots: readonly ChecklistLot[]): ChecklistItem[] {
  const there = lots.filter(({ onHand }) => onHand > 0);
  const of = (status: LotStatus) => there.find((lot) => lot.status === status);
  const lot = of('sellable') ?? of('untested') ?? of('quarantined');
  const cannabis = isCannabis(product);
  if (!lot) {
    const message = cannabis ? 'Receive a lot with its test result.' : 'Receive a lot.';
    return [{ where: 'lots', label: 'Lot', isDone: false, message, isNeeded: true }];
  }
  const where = { lot: lot.id };
  const lacks = papersLacking(product.productType, lot);
  const hasPassed = !lacks.includes('testStatus');
  const papers = lacks.filter((paper) => paper !== 'testStatus');
  const isOnSale = lot.status === 'sellable';
  const batch = `batch ${lot.batchNumber}`;
  return [
    ...(cannabis
      ? [
          {
            where,
            label: 'Test result',
            isDone: hasPassed,
            message: hasPassed ? '' : `Record the test result of ${batch}, then put it on sale.`,
            isNeeded: true,
          },
          {
            where,
            label: 'Certificate',
            isDone: papers.length === 0,
            message:
              papers.length === 0 ? '' : `Enter from the certificate of ${batch}: ${papersLabel(papers)}.`,
            isNeeded: true,
          },
        ]
      : []),
    {
      where,
      label: 'Lot on sale',
      isDone: isOnSale,
      message: isOnSale ? '' : `Put ${batch} on sale.`,
      isNeeded: true,
    },
    ...(cannabis
      ? [
          {
            where,
            label: 'Last day to sell',
            isDone: lot.expiresOn !== null,
            message: lot.expiresOn === null ? `Enter the last day to sell of ${batch}, if it expires.` : '',
            isNeeded: false,
          },
        ]
      : []),
  ];
}
