import type { PictureWidth } from '#core/goods/catalogue/pictures/picture.ts';
import type { LimitCategory } from '#kernel/statuses.ts';

/** Strain families, as named on the menu; merchandise has none. */
export type DemoStrainType = 'indica' | 'sativa' | 'hybrid' | 'balanced';

/** `code` as shown on cards; `lineage` names the parents, `terpenes` the largest ones of a typical harvest. */
export type DemoStrain = {
  code: string;
  name: string;
  type: DemoStrainType;
  lineage: string;
  terpenes: string;
};

/** A shelf of the demo menu. */
export type DemoCategory = { slug: string; name: string; description: string };

/** One batch of a demo product. Dates are relative to the day of seeding, so that the demo never expires. */
export type DemoLot = {
  batchNumber: string;
  /** Metrc package tag, 24 characters; null for merchandise. Sample numbers only. */
  packageTag: string | null;
  /** Units on hand. */
  onHand: number;
  testStatus: 'TestPassed' | 'RetestPassed' | null;
  harvestedDaysAgo: number | null;
  packagedDaysAgo: number;
  expiresInDays: number | null;
  labName: string | null;
  coaNumber: string | null;
  /** Basis points of percent: 24.5 % is 2450. */
  totalThcBp: number | null;
  totalCbdBp: number | null;
};

/** A product of the demo menu, complete enough to be put on sale. */
export type DemoProduct = {
  slug: string;
  name: string;
  /** A {@link DemoCategory} slug. */
  category: string;
  productType: 'cannabis' | 'fly_fishing' | 'home_decor' | 'apparel';
  taxClass: 'cannabis' | 'merchandise' | 'clothing';
  requiresId: boolean;
  retailCents: number;
  wholesaleCents: number;
  /** As printed on the label: '3.5 g', '10 × 10 mg', 'One size'. */
  size: string;
  netWeightMg: number | null;
  strainCode: string | null;
  strainName: string | null;
  strainType: DemoStrainType | null;
  lineage: string | null;
  terpenes: string | null;
  /** Basis points of percent by weight; null where a percentage is meaningless (edibles, merchandise). */
  thcBp: number | null;
  cbdBp: number | null;
  thcMgPerPackage: number | null;
  cbdMgPerPackage: number | null;
  servings: number | null;
  /** The purchase limit it counts against (Penal Law §222.05). */
  limitCategory: LimitCategory | null;
  /** The amount that counts: milligrams of cannabis or of concentrate; for 'edible' milligrams of THC. */
  limitMg: number | null;
  description: string;
  cannabisContent: string | null;
  /** UPC-A, twelve digits with check digit. */
  upc: string;
  biotrackId: string | null;
  labTestId: string | null;
  /** `picture` names the drawing; `drawnFile` returns its path. The first picture is the cover. */
  images: { picture: string; alt: string }[];
  lots: DemoLot[];
};

/** What the catalogue files specify about a batch; the rest is derived from the product's number. */
export type LotNote = {
  batch: string;
  onHand: number;
  packagedDaysAgo: number;
  harvestedDaysAgo?: number;
  expiresInDays?: number;
  /** Tested again after its first result expired; the later result counts. */
  retested?: boolean;
  /** Set if the batch measured differently from the product's label values. */
  thcBp?: number;
};

type Common = {
  /** Sequential number of the product; UPC, package tag and certificate numbers are derived from it. */
  item: number;
  slug: string;
  name: string;
  category: string;
  retailCents: number;
  wholesaleCents: number;
  size: string;
  description: string;
  /** Alternative text, one per picture; the first describes the package, the second the close-up. */
  views: [string] | [string, string];
  lots: LotNote[];
};

type CannabisNote = Common & {
  strain: DemoStrain;
  netWeightMg: number;
  thcBp: number | null;
  cbdBp: number | null;
  thcMg: number;
  cbdMg: number;
  servings?: number;
  limit: [LimitCategory, number];
  content: string;
  /** Batches from before the state moved to Metrc still have their old number. */
  biotrack?: boolean;
};

type MerchandiseNote = Common & {
  productType: 'fly_fishing' | 'home_decor' | 'apparel';
};

const LAB_NAME = 'Pepacton Analytical (sample laboratory)';

/**
 * Creates a UPC-A code in the range that the standard reserves for shops' own use (first digit 4), so that no demo
 * product has a number that belongs to someone's goods.
 */
function storeUpc(item: number): string {
  const digits = `400017${String(item).padStart(5, '0')}`;
  return `${digits}${upcCheckDigit(digits)}`;
}

/** The check digit of the first eleven digits of a UPC-A code: odd positions count three times. */
export function upcCheckDigit(digits: string): number {
  const sum = [...digits.slice(0, 11)].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

const pictures = ({ slug, views }: Common): DemoProduct['images'] =>
  views.map((alt, index) => ({
    picture: `${slug}${index === 0 ? '' : `-${index + 1}`}`,
    alt,
  }));

/** The path of one width of a drawing, from the project's folder. */
export function drawnFile(picture: string, width: PictureWidth): string {
  return `assets/demo/products/${picture}-${width}.webp`;
}

/** A cannabis product: restricted to 21 and over, counted against a limit, with tested batches. */
export function cannabis(note: CannabisNote): DemoProduct {
  const code = String(note.item).padStart(3, '0');
  return {
    slug: note.slug,
    name: note.name,
    category: note.category,
    productType: 'cannabis',
    taxClass: 'cannabis',
    requiresId: true,
    retailCents: note.retailCents,
    wholesaleCents: note.wholesaleCents,
    size: note.size,
    netWeightMg: note.netWeightMg,
    strainCode: note.strain.code,
    strainName: note.strain.name,
    strainType: note.strain.type,
    lineage: note.strain.lineage,
    terpenes: note.limit[0] === 'edible' ? null : note.strain.terpenes,
    thcBp: note.thcBp,
    cbdBp: note.cbdBp,
    thcMgPerPackage: note.thcMg,
    cbdMgPerPackage: note.cbdMg,
    servings: note.servings ?? null,
    limitCategory: note.limit[0],
    limitMg: note.limit[1],
    description: note.description,
    cannabisContent: note.content,
    upc: storeUpc(note.item),
    biotrackId: note.biotrack ? `SAMPLE-BT-${code}` : null,
    labTestId: `SAMPLE-LT-${code}`,
    images: pictures(note),
    lots: note.lots.map((lot, index) => ({
      batchNumber: lot.batch,
      packageTag: `1A4SAMPLE${code}${String(index + 1).padStart(12, '0')}`,
      onHand: lot.onHand,
      testStatus: lot.retested ? 'RetestPassed' : 'TestPassed',
      harvestedDaysAgo: lot.harvestedDaysAgo ?? null,
      packagedDaysAgo: lot.packagedDaysAgo,
      expiresInDays: lot.expiresInDays ?? 365 - lot.packagedDaysAgo,
      labName: LAB_NAME,
      coaNumber: `SAMPLE-COA-${code}-${index + 1}`,
      totalThcBp: lot.thcBp ?? note.thcBp,
      totalCbdBp: note.cbdBp,
    })),
  };
}

/** Anything else the farm store sells: no minimum age, no limit, no lab test. */
export function merchandise(note: MerchandiseNote): DemoProduct {
  return {
    slug: note.slug,
    name: note.name,
    category: note.category,
    productType: note.productType,
    taxClass: note.productType === 'apparel' ? 'clothing' : 'merchandise',
    requiresId: false,
    retailCents: note.retailCents,
    wholesaleCents: note.wholesaleCents,
    size: note.size,
    netWeightMg: null,
    strainCode: null,
    strainName: null,
    strainType: null,
    lineage: null,
    terpenes: null,
    thcBp: null,
    cbdBp: null,
    thcMgPerPackage: null,
    cbdMgPerPackage: null,
    servings: null,
    limitCategory: null,
    limitMg: null,
    description: note.description,
    cannabisContent: null,
    upc: storeUpc(note.item),
    biotrackId: null,
    labTestId: null,
    images: pictures(note),
    lots: note.lots.map((lot) => ({
      batchNumber: lot.batch,
      packageTag: null,
      onHand: lot.onHand,
      testStatus: null,
      harvestedDaysAgo: null,
      packagedDaysAgo: lot.packagedDaysAgo,
      expiresInDays: lot.expiresInDays ?? null,
      labName: null,
      coaNumber: null,
      totalThcBp: null,
      totalCbdBp: null,
    })),
  };
}
