/** Answers the form of a new product: the product with its first lot, or a copy of another one. */
import { data } from 'react-router';
import {
  readCategories,
  readTaxClassesByCategory,
  readTypesByCategory,
} from '#core/goods/catalogue/categories-queries.server.ts';
import { blankProduct } from '#core/goods/catalogue/products/blank-product.ts';
import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import {
  openLimit,
  proposalText,
  withProposedContents,
} from '#core/goods/catalogue/products/limit-proposal.ts';
import {
  type ProductField,
  type ProductValues,
  productTexts,
  readProductFields,
  TYPE_NEEDED,
} from '#core/goods/catalogue/products/product-fields.ts';
import { productMessage, savedMessage } from '#core/goods/catalogue/products/product-rules.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { type CreatedProduct, createProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { taxClassAfter } from '#core/goods/catalogue/products/tax-class-proposal.ts';
import { lotMessage, readLotUnits } from '#core/goods/stock/lots/lots.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readPapers } from '#office/lots/lot-form.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { answerNewCategory } from './answer-new-category.server.ts';

/** The fields of the form that are the product's. */
const asked = [
  'name',
  'categoryId',
  'productType',
  'retailPrice',
  'wholesalePrice',
  'size',
  'forSale',
  'strainCode',
  'strainType',
  'upcCode',
  'lowStockLevel',
  'thcBasisPoints',
  'limitCategory',
  'limitMg',
] as const satisfies readonly ProductField[];

const lotFields = [
  ...(['batchNumber', 'stock', 'testStatus', 'labName'] as const),
  ...(['coaNumber', 'totalCbdBasisPoints', 'expiresOn'] as const),
] as const;

/** What a copy does not take over: what belongs to one package, one test or some days. */
const ownFields = {
  upcCode: null,
  biotrackId: null,
  labTestId: null,
  discount: null,
  discountFrom: null,
  discountUntil: null,
  discountTerms: null,
} as const satisfies Partial<ProductValues>;

/** A new product goes on sale when it is complete; staff who want to wait choose No. */
const blankTexts = { productType: '', forSale: 'yes', wholesalePrice: '0.00' };

/** The form's first values: of the product that is duplicated, or of a blank one. null if there is no such product. */
export async function readNewProduct(
  actor: SignedIn,
  from: number | null,
): Promise<{ texts: Record<string, string>; source: { id: number; name: string } | null } | null> {
  if (from === null) return { texts: blankTexts, source: null };
  const product = await readEditedProduct(actor, from);
  if (!product) return null;
  // The amount follows the size, which a copy usually changes.
  const values = { ...product.values, ...ownFields, forSale: false, thcBasisPoints: null, limitMg: null };
  return { texts: productTexts(values, asked), source: { id: from, name: product.values.name } };
}

export async function answerNewProduct(actor: SignedIn, form: FormData) {
  const values = Object.fromEntries(
    [...asked, ...lotFields].map((name) => [name, String(form.get(name) ?? '').slice(0, 400)]),
  );
  const refused = (refusal: Partial<FormRefusal & { warnings: string[] }>, status = 400) =>
    data({ errors: {}, ...refusal, values }, { status });
  const category = await answerNewCategory(actor, form);
  Object.assign(values, category?.values);
  if (category && (form.get('add') === 'category' || !category.values.categoryId))
    return refused({ errors: category.errors }, category.values.categoryId ? 200 : 409);
  const type = values.productType || (await readTypesByCategory()).get(Number(values.categoryId));
  const read = readProductFields({ ...values, productType: type ?? '' }, asked);
  const lot = readLot(values);
  if (!read.ok || !lot.ok) {
    const errors = { ...(read.ok ? {} : read.errors), ...(lot.ok ? {} : lot.errors) };
    return refused({
      errors: type === undefined && values.categoryId ? { ...errors, productType: [TYPE_NEEDED] } : errors,
    });
  }
  const given = read.values as Pick<ProductValues, (typeof asked)[number]>;
  const source = await sourceOf(actor, readProductId(String(form.get('from') ?? '')));
  const shelf = (await readCategories()).find(({ id }) => id === given.categoryId)?.name ?? '';
  const taxClass = (await readTaxClassesByCategory()).get(given.categoryId);
  const start = source ?? blankProduct({ ...given, categoryName: shelf, taxClass });
  const entered = { ...start, taxClass: taxClassAfter(start, given.productType), ...given };
  const product = withProposedContents(entered, shelf);
  const accepted = String(form.get('accept') ?? '').replaceAll('\r\n', '\n');
  const delivery = lot.delivery && { ...lot.delivery, totalThcBasisPoints: given.thcBasisPoints };
  const outcome = await createProduct(actor, product, accepted, delivery ?? undefined);
  if (outcome.ok) {
    const proposal = openLimit(entered, shelf);
    const [message, tone] = createdMessage(outcome.value, product.forSale);
    const isComplete = Object.keys(outcome.value.missing).length === 0;
    const counts =
      isComplete && proposal?.limitCategory
        ? ` Counts as ${proposalText(proposal)}, from category and size.`
        : '';
    return redirectWithFlash(`/admin/products/${outcome.value.id}`, `${message}${counts}`, tone);
  }
  const { problem } = outcome;
  const message = productMessage(problem);
  if (problem.kind === 'invalid') return refused({ message, errors: problem.errors });
  if (problem.kind === 'warned') return refused({ warnings: problem.warnings }, 409);
  if (problem.kind === 'lot') return refused({ errors: { [problem.field]: [message ?? ''] } }, 409);
  return refused({ message }, statusOf(problem));
}

/** A copy has what its form does not ask for from the product it was made of. */
async function sourceOf(actor: SignedIn, id: number | null): Promise<ProductValues | null> {
  const product = id === null ? null : await readEditedProduct(actor, id);
  // Weight and contents follow the size; the code below proposes them again.
  return (
    product && {
      ...product.values,
      ...ownFields,
      netWeightMg: null,
      thcMgPerPackage: null,
      cbdMgPerPackage: null,
    }
  );
}

function createdMessage(
  { missing, lotStatus }: CreatedProduct,
  wantsSale: boolean,
): [message: string, tone: 'success' | 'info'] {
  if (wantsSale && Object.keys(missing).length === 0 && lotStatus === 'untested')
    return ['Product saved. Its lot waits for a passed test and what its certificate says.', 'info'];
  if (lotStatus === 'quarantined')
    return ['Product saved. Its lot is not on sale: the state does not let its package be sold.', 'info'];
  return savedMessage({ changed: true, missing });
}

/** null without a lot: every field of it is empty. */
function readLot(texts: Readonly<Record<string, string>>) {
  if (!texts.batchNumber?.trim() && !texts.stock?.trim()) return { ok: true, delivery: null } as const;
  const read = readPapers(Object.fromEntries(lotFields.map((name) => [name, texts[name] ?? ''])));
  const units = readLotUnits(texts.stock ?? '');
  const errors = {
    ...(read.ok ? {} : read.errors),
    ...(units !== null ? {} : { stock: [lotMessage({ kind: 'quantity-invalid' })] }),
  };
  if (!read.ok || units === null) return { ok: false, errors } as const;
  return {
    ok: true,
    delivery: {
      ...read.papers,
      quantity: units,
    },
  } as const;
}
