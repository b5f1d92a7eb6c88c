/**
 * Formats the product page's tables: every field that the law and the specification require; omits rows for
 * unknown facts.
 */
import { formatNumber } from '#kernel/number.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { formatPercent, productTypeLabel, strainLabel } from '../search/strain.ts';
import type { LotFacts, ProductFacts } from './product.ts';
import { formatWeight } from './product-size.ts';

export type FactRow = {
  label: string;
  value: string;
  /** A link to more details. */
  href?: string;
};

/** Facts about the product. Milligrams per serving and per package: 9 NYCRR 128.5 (docs/law.md, Product page). */
export function productRows(product: ProductFacts): FactRow[] {
  return rows([
    ['Type', productTypeLabel(product.productType)],
    ['Strain', strainWords(product)],
    ['Strain type', product.strainType && strainLabel(product.strainType)],
    ['Lineage', product.lineage],
    ['Terpenes', product.terpenes],
    ['Size', product.size],
    ['Net weight', product.netWeightMg === null ? null : formatWeight(product.netWeightMg)],
    ['THC', product.thc === null ? null : formatPercent(product.thc)],
    ['CBD', product.cbd === null ? null : formatPercent(product.cbd)],
    ['THC per package', milligrams(product.thcMg)],
    ['THC per serving', perServing(product.thcMg, product.servings)],
    ['CBD per package', milligrams(product.cbdMg)],
    ['CBD per serving', perServing(product.cbdMg, product.servings)],
    ['Servings', product.servings === null ? null : String(product.servings)],
    ['UPC', product.upcCode],
  ]);
}

/** Facts about the next batch to hand out and its laboratory test. */
export function lotRows(lot: LotFacts): FactRow[] {
  return rows([
    ['Batch', lot.batchNumber],
    ['Harvested', day(lot.harvestedOn)],
    ['Packaged', day(lot.packagedOn)],
    ['Best by', day(lot.expiresOn)],
    ['Total THC', lot.totalThc === null ? null : formatPercent(lot.totalThc)],
    ['Total CBD', lot.totalCbd === null ? null : formatPercent(lot.totalCbd)],
    ['Laboratory', lot.labName],
    ['Certificate (COA)', hasCertificate(lot) ? (lot.coaNumber ?? 'Laboratory results') : null],
    ['Test', lot.testStatus && testWords(lot.testStatus)],
  ]).map((row) => (row.label === 'Certificate (COA)' ? { ...row, href: certificatePath(lot) } : row));
}

/** Whether the lot has laboratory results that a page can show. */
export function hasCertificate(lot: Pick<LotFacts, 'coaNumber' | 'certificate' | 'labName'>): boolean {
  return lot.coaNumber !== null || lot.certificate !== null || lot.labName !== null;
}

/** The permanent address of its certificate's page. */
export function certificatePath({ id }: Pick<LotFacts, 'id'>): string {
  return `/certificates/${id}`;
}

/** 'Beaverkill (BVK)' */
function strainWords({ strainName, strainCode }: ProductFacts): string | null {
  return strainName && strainCode && strainName !== strainCode
    ? `${strainName} (${strainCode})`
    : strainName || strainCode;
}

function rows(pairs: [string, string | null][]): FactRow[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function milligrams(amount: number | null): string | null {
  return amount === null ? null : `${formatNumber(Number(amount.toFixed(2)))} mg`;
}

function perServing(perPackage: number | null, servings: number | null): string | null {
  return perPackage === null || servings === null || servings < 1 ? null : milligrams(perPackage / servings);
}

function day(text: string | null): string | null {
  const date = text === null ? null : parseDate(text);
  return date && formatDate(date);
}

/** 'TestPassed' becomes 'Test passed'. */
function testWords(status: string): string {
  const words = status.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
