/** Finds what a scanned code names among the goods of one order, as a tablet knows them without a network. */

import { readRetailItem } from '#kernel/retail-item.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import type { ScannedCode } from '../scan/scanned-code.ts';
import type { Goods } from './unit-to-pack.ts';

export type KnownLot = {
  lotId: number;
  batchNumber: string;
  status: LotStatus;
  expiresOn: string | null;
  packageTag: string | null;
  retailItemId: string | null;
};

/** A product of the order with the lots that may be in a hand. */
export type KnownGoods = { productId: number; name: string; upc: string | null; lots: readonly KnownLot[] };

/** null for a code of other goods, and for one that only the server can look up. */
export function findKnown(code: ScannedCode, known: readonly KnownGoods[]): Goods | null {
  switch (code.kind) {
    case 'product-code': {
      const goods = known.find(({ upc }) => upc !== null && upc.padStart(14, '0') === code.gtin);
      if (goods) return { productId: goods.productId, name: goods.name, lot: null, unit: null, inBag: null };
      return ofLot(known, ({ batchNumber }) => batchNumber === code.digits);
    }
    case 'package-tag':
      return ofLot(known, ({ packageTag }) => packageTag?.toUpperCase() === code.tag);
    case 'retail-item': {
      const item = readRetailItem(code.id);
      const found =
        (item && ofLot(known, ({ packageTag }) => packageTag?.toUpperCase() === item.packageTag)) ??
        ofLot(known, ({ retailItemId }) => retailItemId === code.id);
      return found && { ...found, unit: item?.unit ?? code.id };
    }
    case 'own-address': {
      const [, room = '', id = ''] = /^\/(certificates|products)\/([1-9]\d{0,8})$/.exec(code.path) ?? [];
      if (room === 'certificates') return ofLot(known, ({ lotId }) => lotId === Number(id));
      const goods = known.find(({ productId }) => productId === Number(id));
      return goods
        ? { productId: goods.productId, name: goods.name, lot: null, unit: null, inBag: null }
        : null;
    }
    case 'label':
      return ofLot(known, ({ batchNumber }) => batchNumber.toLowerCase() === code.text.toLowerCase());
    case 'pass':
      return ofLot(known, ({ batchNumber }) => batchNumber === code.code);
    default:
      return null;
  }
}

/** A lot on sale comes before another with the same number. */
function ofLot(known: readonly KnownGoods[], isMeant: (lot: KnownLot) => boolean): Goods | null {
  const found = known.flatMap((goods) => goods.lots.filter(isMeant).map((lot) => ({ goods, lot })));
  const best = found.find(({ lot }) => lot.status === 'sellable') ?? found[0];
  if (!best) return null;
  const { lotId, batchNumber, status, expiresOn } = best.lot;
  return {
    ...{ productId: best.goods.productId, name: best.goods.name },
    lot: { lotId, batchNumber, status, expiresOn },
    unit: null,
    inBag: null,
  };
}
