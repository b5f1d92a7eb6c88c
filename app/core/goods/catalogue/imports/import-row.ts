/** Decides what applying one row of an imported file would change of the product that it refers to. */

import {
  type FileLot,
  type FileLotPapers,
  type FileStock,
  noStock,
  planStock,
  type StockPlan,
} from '#core/goods/stock/file-stock.ts';
import { mayBeSold, ONLY_BATCH } from '#core/goods/stock/lots/lots.ts';
import { formatNumber } from '#kernel/number.ts';
import { blankProduct } from '../products/blank-product.ts';
import { typeByName, withProposedContents, withProposedLimit } from '../products/limit-proposal.ts';
import { isCannabis } from '../products/product.ts';
import { changedFields, type ProductValues } from '../products/product-fields.ts';
import {
  judgeProduct,
  judgeSale,
  lacksForSale,
  type ProductRules,
  type SaleJudgment,
} from '../products/product-rules.ts';
import { taxClassAfter } from '../products/tax-class-proposal.ts';
import { changesOf, importedOf, type OtherSize, type RowPlan, type SaleAfter } from './import-plan.ts';
import type { ImportTarget, PlannedRow } from './planned-row.ts';
import type { CategoryNames, ImportFile, ImportOptions, Row } from './read-import-row.ts';
import { restoreCells } from './restore-cells.ts';

/** Returns the row as rejected. */
export function rejectRow(
  { line, cells, texts }: Row,
  reason: string,
  productId: number | null = null,
): PlannedRow {
  return {
    line,
    outcome: 'rejected',
    name: (texts.name ?? '').slice(0, 200).toWellFormed(),
    productId,
    version: null,
    reasons: [reason],
    warnings: [],
    plan: null,
    cells,
  };
}

/**
 * Plans what applying the row would do. For an existing product, an empty field changes nothing; for a new
 * one, an empty number is 0, an empty text is null, and it is off sale unless `options` say so. `target` is null for a new product.
 */
export function planRow(
  found: Row,
  target: ImportTarget | null,
  { options, categories }: Pick<ImportFile, 'options' | 'categories'>,
  rules: ProductRules,
  others: OtherSize[] = [],
): PlannedRow {
  const productId = target?.id ?? null;
  const restored = restoreCells(found, target, categories);
  if ('problem' in restored) return { ...rejectRow(found, restored.problem, productId), asks: 'as-written' };
  const { row } = restored;
  const before = target?.values ?? null;
  const categoryOf = ({ categoryId }: Pick<ProductValues, 'categoryId'>) =>
    categories.names.get(categoryId) ?? '';
  const blank = blankFor(row, options, categories);
  const unplaced = before === null ? rejectUnplaced(row, blank, options, categoryOf(blank)) : null;
  if (unplaced !== null) return unplaced;
  const asGiven = withGiven(before ?? blank, row);
  const propose = before === null ? withProposedContents : withProposedLimit;
  const filled = propose(asGiven, categoryOf(asGiven));
  const wanted = options.fill ? filled : asGiven;
  const reject = (reasons: string[]) => ({ ...rejectRow(row, '', productId), reasons });

  const owned = target?.stock ?? noStock;
  const { units, warning } = planUnits(row, wanted, owned);
  if (!units.ok) return reject([units.problem]);
  const warnings = [...restored.warnings, ...warning];

  const verdict = judgeRow(before, wanted, options, rules);
  const { after } = verdict;
  const errors = [...new Set(Object.values(verdict.errors).flat())];
  if (errors.length > 0) return reject(errors);

  const missing = Object.keys(verdict.missing);
  const plan: RowPlan = {
    before: before && importedOf(before),
    after: importedOf(after),
    stock: units.value.plan,
    onHand: owned.onHand,
  };
  if (before?.categoryId !== after.categoryId)
    plan.categories = { before: before ? categoryOf(before) : '', after: categoryOf(after) };
  const isChanged = changesOf(plan).length > 0;
  if (target?.isArchived && isChanged)
    return reject([`Product ${target.id} is archived. Restore it before it is changed.`]);
  // A row that changes nothing says only why its product stays off sale.
  const hasPlan = isChanged || missing.length > 0;
  if (hasPlan) plan.sale = saleAfter(after, missing, units.value.plan, owned);
  if (isChanged && others.length > 0) plan.others = others;
  return {
    line: row.line,
    outcome: before === null ? 'new' : isChanged ? 'changed' : 'unchanged',
    name: after.name,
    productId,
    version: target?.version ?? null,
    reasons: [row.movedCategory, ...restored.notes, units.value.note].filter((note) => note !== undefined),
    warnings: isChanged ? [...warnings, ...verdict.warnings] : [],
    plan: hasPlan ? plan : null,
    cells: null,
    ...(missing.length > 0 && Object.keys(lacksForSale(filled)).length === 0 ? { isFillable: true } : {}),
    ...unknownOf(row),
  };
}

/** A new product needs a category, and a type, of its own or of its category. */
function rejectUnplaced(
  row: Row,
  blank: ProductValues,
  options: ImportOptions,
  category: string,
): PlannedRow | null {
  if (!row.values.categoryId && options.categoryId === 0)
    return { ...rejectRow(row, noCategory(row.unknownCategory)), ...unknownOf(row) };
  if (blank.productType !== '') return null;
  return { ...rejectRow(row, noType(row.unknownCategory ?? category)), isUntyped: true, ...unknownOf(row) };
}

/** The product as the row gives it: its tax class may follow a new type. */
function withGiven(product: ProductValues, { values: { stock, batchNumber, ...given } }: Row): ProductValues {
  const taxClass = taxClassAfter(product, given.productType ?? product.productType);
  return { ...product, taxClass, ...given };
}

/** Only cannabis has batch numbers by law; a mug's units still arrive in a lot. */
function planUnits(row: Row, wanted: ProductValues, owned: FileStock) {
  const { stock, batchNumber } = row.values;
  const isUnnamed = batchNumber === '' && owned.lots.length === 0 && (stock ?? 0) > 0;
  const lacksBatch = isUnnamed && isCannabis(wanted);
  const units = planStock(
    {
      batchNumber: isUnnamed && !lacksBatch ? ONLY_BATCH : batchNumber,
      stock: lacksBatch ? null : stock,
      papers: isCannabis(wanted) ? { ...row.lot, ...potencyOf(row) } : row.lot,
    },
    owned,
  );
  return { units, warning: lacksBatch ? [withoutUnits(stock ?? 0)] : [] };
}

/** The row's percentages are those of the lot that it receives, too: its certificate has both. */
function potencyOf({ values: { thcBasisPoints, cbdBasisPoints } }: Row): FileLotPapers {
  return {
    ...(thcBasisPoints == null ? {} : { totalThcBasisPoints: thcBasisPoints }),
    ...(cbdBasisPoints == null ? {} : { totalCbdBasisPoints: cbdBasisPoints }),
  };
}

/** A product that the row leaves as it is may be less than complete. */
function judgeRow(
  before: ProductValues | null,
  wanted: ProductValues,
  { incomplete }: ImportOptions,
  rules: ProductRules,
): SaleJudgment {
  const asWanted = { after: wanted, missing: {} };
  if (before !== null && changedFields(before, wanted).length === 0)
    return { errors: {}, warnings: [], ...asWanted };
  if (incomplete === 'off-sale') return judgeSale(before, wanted, rules);
  return { ...judgeProduct(before, wanted, rules), ...asWanted };
}

const unknownOf = ({ unknownCategory }: Row) => (unknownCategory === undefined ? {} : { unknownCategory });

/** Only in a shop that has no category at all. */
const noCategory = (named: string | undefined) =>
  named === undefined
    ? 'The shop has no categories yet, and this row names none.'
    : `The shop has no category “${named}” yet. Add it above.`;

/** Units of cannabis are received by batch, so a row without one brings everything else. */
const withoutUnits = (units: number) =>
  `Stock: ${formatNumber(units)} units are left out, because cannabis is received by batch. Add the batch, or receive them on the product’s lots page.`;

const noType = (category: string) =>
  `The file gives no type, and “${category}” has no products to take it from. Choose one under ‘Columns and new products’.`;

/**
 * A new product has the type that the file gives it, or the type and tax class of its category. One whose category the
 * shop does not have goes to another, and takes no type from there.
 */
function blankFor(
  { values: given, unknownCategory }: Row,
  options: ImportOptions,
  { names, types, taxClasses }: CategoryNames,
): ProductValues {
  const categoryId = given.categoryId ?? options.categoryId;
  const ofCategory = unknownCategory === undefined ? types.get(categoryId) : typeByName(unknownCategory);
  const productType = given.productType ?? ofCategory ?? options.productType;
  const blank = blankProduct({
    categoryId,
    productType,
    categoryName: unknownCategory ?? names.get(categoryId) ?? '',
    taxClass: taxClasses.get(categoryId),
  });
  return { ...blank, forSale: options.forSale === true };
}

function saleAfter(
  after: ProductValues,
  missing: readonly string[],
  plan: StockPlan | null,
  { lots }: FileStock,
): SaleAfter {
  if (missing.length > 0) return `missing:${missing.join(',')}`;
  if (!after.forSale) return 'not-wanted';
  const isNowForSale = plan?.kind === 'receive' && mayBeSold(after.productType, {});
  const unitsOf = ({ id, onHand }: FileLot) =>
    plan?.kind === 'count' && plan.lotId === id ? plan.counted : onHand;
  if (isNowForSale || lots.some((lot) => lot.status === 'sellable' && unitsOf(lot) > lot.held))
    return 'for-sale';
  const isWaiting = lots.some((lot) => lot.status === 'untested' && unitsOf(lot) > 0);
  return plan?.kind === 'receive' || isWaiting ? 'waiting' : 'no-units';
}
