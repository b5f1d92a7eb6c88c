/** Answers the forms of the inventory: a quick edit, or undoing a bulk change. */

import { bulkMessage, productCount } from '#core/goods/catalogue/products/bulk-change.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import { dialogFields, readProductFields } from '#core/goods/catalogue/products/product-fields.ts';
import { productMessage, savedMessage } from '#core/goods/catalogue/products/product-rules.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { saveProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { undoBatch } from '#core/goods/catalogue/products/undo-batch.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { refuseSave } from '#office/kit/refuse-save.ts';
import { isContended } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { BUSY } from '#platform/pages/unavailable.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { readBase } from '#ui/form/read-base.ts';
import type { DialogRefusal } from './inventory-dialog.tsx';

const PATH = '/admin/inventory';

export async function answerInventory(actor: SignedIn, request: Request) {
  const { searchParams } = new URL(request.url);
  const list = inventoryList(await readInventoryOptions());
  const query = list.query(list.parse(searchParams));
  const back = query === '' ? PATH : `${PATH}?${query}`;
  const form = await requestForm(request);
  return form.get('intent') === 'undo'
    ? undo(actor, String(form.get('batch') ?? ''), back)
    : quickEdit(actor, readProductId(searchParams.get('edit') ?? undefined), form, back);
}

async function undo(actor: SignedIn, batch: string, back: string) {
  const outcome = await undoBatch(actor, batch);
  if (!outcome.ok) return redirectWithFlash(back, bulkMessage(outcome.problem), 'info');
  const { undone, left } = outcome.value;
  const rest = left > 0 ? ` ${productCount(left)} not undone, because they changed after that.` : '';
  return redirectWithFlash(back, `Undone for ${productCount(undone)}.${rest}`, left > 0 ? 'info' : 'success');
}

/** @param back the list as it was. */
async function quickEdit(actor: SignedIn, id: number | null, form: FormData, back: string) {
  if (id === null) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 400);
  const names = [...dialogFields, 'batchNumber', 'stock'] as const;
  const values = Object.fromEntries(names.map((name) => [name, text(name)]));
  const refused = (refusal: Partial<DialogRefusal>, status?: number) =>
    refuseSave(form, values, refusal, status);
  const read = readProductFields(values, dialogFields);
  const lotId = readProductId(text('lotId'));
  const stock = text('stock').trim();
  const stockErrors: Record<string, string[]> =
    lotId !== null && !/^\d{1,7}$/.test(stock)
      ? { stock: ['Enter the units counted: a whole number, 0 or more.'] }
      : {};
  if (!read.ok || stockErrors.stock)
    return refused({ errors: { ...(read.ok ? {} : read.errors), ...stockErrors } });
  const base = readBase(form);
  try {
    const outcome = await saveProduct(
      actor,
      id,
      {
        version: Number(form.get('version')),
        values: read.values,
        accepted: String(form.get('accept') ?? ''),
        ...(lotId === null
          ? {}
          : {
              lot: {
                lotId,
                batchNumber: text('batchNumber'),
                // Unchanged units are not a count: some may have been sold since.
                ...(stock === base.stock ? {} : { counted: Number(stock) }),
                expected: Number(text('expected')),
              },
            }),
      },
      { base, mine: values },
    );
    if (outcome.ok && Object.keys(outcome.value.missing).length > 0)
      return redirectWithFlash(`/admin/products/${id}`, ...savedMessage(outcome.value));
    if (outcome.ok)
      return outcome.value.changed
        ? redirectWithFlash(back, 'Product updated successfully', 'success')
        : redirectWithFlash(back, 'Nothing was changed.', 'info');
    const { problem } = outcome;
    const message = productMessage(problem);
    if (problem.kind === 'not-found') return redirectWithFlash(back, 'Product not found', 'error');
    if (problem.kind === 'invalid') return refused({ errors: problem.errors });
    if (problem.kind === 'warned') return refused({ warnings: problem.warnings }, statusOf(problem));
    if (problem.kind === 'stale') return refused({ stale: problem.stale }, statusOf(problem));
    if (problem.kind === 'lot')
      return refused({ errors: { [problem.field]: [message ?? ''] } }, statusOf(problem));
    return refused({ message }, statusOf(problem));
  } catch (error) {
    if (isContended(error)) return refused({ message: BUSY }, 503);
    log.error({ err: error, product: id }, 'a product could not be saved');
    return refused({ message: 'Failed to update product' }, 500);
  }
}
