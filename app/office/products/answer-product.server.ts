/** Answers the forms on Edit Product: save, restore, arrange pictures. */

import { data } from 'react-router';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { arrangePictures } from '#core/goods/catalogue/pictures/arrange-pictures.server.ts';
import { movePicture } from '#core/goods/catalogue/pictures/picture-limits.ts';
import { withProposedLimit } from '#core/goods/catalogue/products/limit-proposal.ts';
import {
  allProductFields,
  type ProductValues,
  readProductFields,
} from '#core/goods/catalogue/products/product-fields.ts';
import { productMessage, savedMessage } from '#core/goods/catalogue/products/product-rules.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { restoreProduct, saveProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { taxClassAfter } from '#core/goods/catalogue/products/tax-class-proposal.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { commonMessage } from '#kernel/problem.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { isContended } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { BUSY } from '#platform/pages/unavailable.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase } from '#ui/form/read-base.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { answerNewCategory } from './answer-new-category.server.ts';
import { TAX_CLASS_SHOWN } from './tax-class-follows-type.tsx';

async function withProposal(values: ProductValues): Promise<ProductValues> {
  const shelf = (await readCategories()).find(({ id }) => id === values.categoryId);
  return withProposedLimit(values, shelf?.name ?? '');
}

/** The values with the tax class that follows from a new type, if the class is the one that the form started with. */
function withFollowingTaxClass(
  values: Partial<ProductValues>,
  { productType: before, taxClass: sent }: Readonly<Record<string, string>>,
): Partial<ProductValues> {
  const { productType, taxClass } = values;
  if (!before || !productType || !taxClass || sent !== taxClass) return values;
  return { ...values, taxClass: taxClassAfter({ productType: before, taxClass }, productType) };
}

/** `alts`: the descriptions of pictures as typed, by the field's name, of a refused order of pictures. */
export type ProductRefusal = FormRefusal & { warnings?: string[]; alts?: Readonly<Record<string, string>> };

/** Browsers send line breaks as CRLF. */
const acceptedOf = (form: FormData) => String(form.get('accept') ?? '').replaceAll('\r\n', '\n');

async function arrange(actor: Parameters<typeof arrangePictures>[0], id: number, form: FormData) {
  const back = `/admin/products/${id}`;
  const wanted = form.getAll('picture').flatMap((picture) => {
    const pictureId = readProductId(String(picture));
    return pictureId === null ? [] : [{ id: pictureId, alt: String(form.get(`alt-${pictureId}`) ?? '') }];
  });
  const outcome = await arrangePictures(actor, id, movePicture(wanted, String(form.get('move') ?? '')));
  if (outcome.ok) return redirectWithFlash(back, 'Image updated', 'success');
  if (outcome.problem.kind === 'not-found') throw new Response(null, { status: 404 });
  const alts = Object.fromEntries(wanted.map(({ id: picture, alt }) => [`alt-${picture}`, alt]));
  const stale = { kind: 'stale' } as const;
  return data<ProductRefusal>(
    { message: commonMessage(stale), errors: {}, values: {}, alts },
    { status: statusOf(stale) },
  );
}

export async function answerProduct(actor: SignedIn, id: number, form: FormData) {
  const back = `/admin/products/${id}`;
  const intent = form.get('intent');
  if (intent === 'pictures') return arrange(actor, id, form);
  if (intent === 'restore') {
    const outcome = await restoreProduct(actor, id);
    if (outcome.ok) return redirectWithFlash(back, 'Product saved', 'success');
    throw new Response(null, { status: 404 });
  }
  const values = Object.fromEntries(
    allProductFields.flatMap((field) => {
      const given = form.get(field);
      // Longer than any field allows, and still sent back, so that no entered text is lost.
      return typeof given === 'string' ? [[field, given.slice(0, 8000)] as const] : [];
    }),
  );
  const refused = (refusal: Partial<ProductRefusal>, status?: number) =>
    refuseSave(form, values, refusal, status);
  const category = await answerNewCategory(actor, form);
  Object.assign(values, category?.values);
  if (category && (form.get('add') === 'category' || !category.values.categoryId))
    return refused({ errors: category.errors }, category.values.categoryId ? 200 : 409);
  const read = readProductFields(values);
  // The checklist's button saves the form with the proposal; the product was read with every field.
  if (read.ok && form.get('fill') === '1') read.values = await withProposal(read.values as ProductValues);
  if (!read.ok) return refused({ errors: read.errors });
  // Without scripts the page could not show the tax class of the new type.
  if (form.get(TAX_CLASS_SHOWN) !== 'yes') read.values = withFollowingTaxClass(read.values, readBase(form));
  try {
    const outcome = await saveProduct(
      actor,
      id,
      { version: Number(form.get('version')), values: read.values, accepted: acceptedOf(form) },
      { base: readBase(form), mine: values },
    );
    if (outcome.ok) return redirectWithFlash(back, ...savedMessage(outcome.value));
    const { problem } = outcome;
    const message = productMessage(problem);
    if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
    if (problem.kind === 'invalid') return refused({ errors: problem.errors });
    if (problem.kind === 'warned') return refused({ warnings: problem.warnings }, statusOf(problem));
    if (problem.kind === 'stale') return refused({ stale: problem.stale }, statusOf(problem));
    return refused({ message }, statusOf(problem));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isContended(error)) return refused({ message: BUSY }, 503);
    log.error({ err: error, product: id }, 'a product could not be saved');
    return refused({ message: 'Failed to save changes' }, 500);
  }
}
