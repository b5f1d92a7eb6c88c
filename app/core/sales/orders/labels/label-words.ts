/** Decides what labels say: of a bag, and of a unit of a lot with the warnings of the law (docs/law.md, Labels). */

import { formatPercent } from '#core/goods/catalogue/search/strain.ts';
import { contentMg, dayLabel, lotPath, ownBatchesLabel } from '#core/goods/stock/lots/lots.ts';
import { TAKE_OUT_FIRST, takeOutLine, type UnitsOut } from '#core/goods/stock/put-back/put-back.ts';
import type { StoreSettings, WarningSettings } from '#core/ground/settings/settings.ts';
import { limitWords } from '#core/sales/compliance/purchase-limits.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import type { Label } from '#platform/paper/label.ts';

/** The most labels in one file: a roll has a few hundred. */
export const MOST_LABELS = 300;

/** A unit's label. Potencies are basis points, contents milligrams, days yyyy-mm-dd. */
export type UnitLabel = {
  /** Of its lot's page. */
  publicCode: string;
  productId: number;
  name: string;
  size: string | null;
  productType: string;
  batchNumber: string;
  packageTag: string | null;
  expiresOn: string | null;
  totalThcBasisPoints: number | null;
  totalCbdBasisPoints: number | null;
  netWeightMg: number | null;
  thcMgPerPackage: number | null;
  cbdMgPerPackage: number | null;
  servings: number | null;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
};

/** `pickup`: 'Nov 27, 2026 4:30 PM'; null without a time. */
export type BagLabel = {
  orderId: string;
  name: string;
  pickup: string | null;
  units: number;
  /** In the bag, and no longer its order's. */
  takeOut: readonly UnitsOut[];
};

type Shop = { store: StoreSettings; warnings: WarningSettings; origin: string };

/** 'Wren Robin Hale' becomes 'Wren H.': enough to hand out a bag, and no more for others to read. */
export function nameOnLabel(name: string): string {
  const [first = '', ...more] = name.trim().split(/\s+/);
  const last = more.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}

/** The label of a bag. Its code is the order's number: a customer's pass says that the customer is here. */
export function bagLabel({ orderId, name, pickup, units, takeOut }: BagLabel, { store }: Shop): Label {
  return {
    head: { left: store.name, right: pickup ?? 'No pickup time' },
    title: orderId,
    titleSize: 30,
    lines: [
      nameOnLabel(name),
      units === 1 ? '1 unit' : `${units} units`,
      ...(takeOut.length > 0 ? [TAKE_OUT_FIRST] : []),
    ],
    small: takeOut.map(takeOutLine),
    qr: orderId,
  };
}

/**
 * The label of a unit. Its code is the address of its lot's page, which packing reads as that batch.
 * @param bag the order it is for; null for a unit on the shelf
 * @param turn which of the rotating warnings is on it: labels in a row take turns
 */
export function unitLabel(unit: UnitLabel, bag: BagLabel | null, turn: number, shop: Shop): Label {
  const { store, warnings, origin } = shop;
  const isCannabis = unit.productType === 'cannabis';
  const general = [warnings.current, warnings.rotating[turn % warnings.rotating.length]].join(' ');
  return {
    head: bag
      ? { left: `${bag.orderId} · ${nameOnLabel(bag.name)}`, right: bag.pickup ?? 'No pickup time' }
      : { left: store.name, right: '' },
    title: unit.name,
    lines: linesOf(unit),
    small: isCannabis
      ? [
          general,
          `Poison Center ${warnings.poisonCenter} · ${store.name}, New York cannabis license ${store.licenseNumber}`,
        ]
      : [store.name],
    qr: isCannabis ? `${origin}${lotPath(unit.publicCode)}` : `${origin}/products/${unit.productId}`,
  };
}

function linesOf(unit: UnitLabel): string[] {
  const { size, batchNumber, expiresOn, packageTag, servings, limitCategory, limitMg } = unit;
  const potency = [
    unit.totalThcBasisPoints === null ? null : `THC ${formatPercent(unit.totalThcBasisPoints)}`,
    unit.totalCbdBasisPoints === null ? null : `CBD ${formatPercent(unit.totalCbdBasisPoints)}`,
  ];
  const { netWeightMg } = unit;
  const thc = contentMg(unit.totalThcBasisPoints, { netWeightMg, perPackage: unit.thcMgPerPackage });
  const cbd = contentMg(unit.totalCbdBasisPoints, { netWeightMg, perPackage: unit.cbdMgPerPackage });
  const contents = [thc === null ? null : `${thc} mg THC`, cbd === null ? null : `${cbd} mg CBD`];
  const inPackage = contents.filter(Boolean).join(', ');
  return [
    [
      size,
      ownBatchesLabel([{ number: batchNumber, quantity: 1 }], unit.productType),
      expiresOn === null ? null : `Use by ${dayLabel(expiresOn)}`,
    ]
      .filter(Boolean)
      .join(' · '),
    potency.filter(Boolean).join(' · '),
    inPackage === '' ? '' : `${inPackage} per package${servings === null ? '' : `, ${servings} servings`}`,
    limitCategory === null || limitMg === null ? '' : `Counts as ${limitWords(limitCategory, limitMg)}`,
    packageTag === null ? '' : `Tag ${packageTag}`,
  ].filter((line) => line !== '');
}
