/** Answers the steps of a bulk change: choose, preview, apply, delete. */
import { data } from 'react-router';
import {
  bulkFields,
  bulkMessage,
  PREVIEW_LINES,
  productCount,
  readBulkChange,
} from '#core/goods/catalogue/products/bulk-change.ts';
import {
  applyChange,
  type BulkPreview,
  previewChange,
} from '#core/goods/catalogue/products/change-products.server.ts';
import {
  type DeletePreview,
  deleteProducts,
  previewDelete,
} from '#core/goods/catalogue/products/delete-products.server.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import {
  readSelected,
  type Selected,
  type Selection,
} from '#core/goods/catalogue/products/product-selection.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { isContended } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { BUSY } from '#platform/pages/unavailable.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { Carried } from './bulk-selection.tsx';

const PATH = '/admin/inventory';

type Step = {
  carried: Carried;
  message?: string;
  errors?: Record<string, string[]>;
  values?: Record<string, string>;
  edit?: BulkPreview | 'form';
  /** The selection, before there is a preview. */
  chosen?: Selected;
  remove?: DeletePreview;
};

/** What every step of the form needs. */
type Asked = {
  actor: SignedIn;
  form: FormData;
  selection: Selection;
  /** The list that the selection was made on. */
  back: string;
  values: Record<string, string>;
  show: (step: Omit<Step, 'carried'>, status?: number) => ReturnType<typeof data<Step>>;
};

export async function answerBulkEdit(actor: SignedIn, form: FormData) {
  const [options, { store }] = await Promise.all([readInventoryOptions(), readSettings()]);
  const list = inventoryList(options);
  const state = list.parse(new URLSearchParams(String(form.get('query') ?? '')));
  const query = list.query(state);
  const back = query === '' ? PATH : `${PATH}?${query}`;
  const today = storeDate(systemClock(), store.zone).toString();
  const ids = form.getAll('ids').flatMap((id) => readProductId(String(id)) ?? []);
  const all = form.get('all') === '1';
  const carried: Carried = { query, all, ids: all ? [] : ids.map(String) };
  const selection: Selection = all ? { state, today } : { ids };
  const values = Object.fromEntries(
    bulkFields.map((name) => [name, String(form.get(name) ?? '').slice(0, 320)]),
  );
  if (!all && ids.length === 0) return redirectWithFlash(back, 'Select at least one product first.', 'info');
  const chosen = await readSelected(actor, selection, PREVIEW_LINES);
  if (!chosen.ok) return redirectWithFlash(back, bulkMessage(chosen.problem), 'error');
  const show: Asked['show'] = (step, status = 200) => data<Step>({ carried, values, ...step }, { status });
  const asked: Asked = { actor, form, selection, back, values, show };
  switch (form.get('intent')) {
    case 'edit':
      return show({ edit: 'form', chosen: chosen.value });
    case 'preview':
      return answerChange(asked, chosen.value, { isFinal: false });
    case 'apply':
      return answerChange(asked, chosen.value, { isFinal: true });
    case 'delete':
      return showDelete(asked);
    case 'delete-now':
      return answerDelete(asked);
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

async function answerChange(
  { actor, form, selection, back, values, show }: Asked,
  chosen: Selected,
  { isFinal }: { isFinal: boolean },
) {
  const read = readBulkChange(values);
  if (!read.ok) return show({ edit: 'form', chosen, errors: read.errors }, 400);
  let message: string | undefined;
  if (isFinal) {
    const outcome = await applyChange(actor, selection, read.change, {
      fingerprint: String(form.get('fingerprint') ?? ''),
      accepted: form.get('accept') === '1',
    });
    if (outcome.ok)
      return redirectWithFlash(back, `Changed ${productCount(outcome.value.changed)}.`, 'success');
    message = bulkMessage(outcome.problem);
  }
  const preview = await previewChange(actor, selection, read.change);
  if (!preview.ok) return redirectWithFlash(back, bulkMessage(preview.problem), 'error');
  return show({ edit: preview.value, message }, message ? 409 : 200);
}

async function answerDelete(asked: Asked) {
  const { actor, form, selection, back } = asked;
  try {
    const outcome = await deleteProducts(actor, selection, String(form.get('fingerprint') ?? ''));
    if (outcome.ok) return redirectWithFlash(back, 'Deleted', 'success');
    return showDelete(asked, bulkMessage(outcome.problem));
  } catch (error) {
    const isBusy = isContended(error);
    if (!isBusy) log.error({ err: error }, 'products could not be deleted');
    return showDelete(asked, isBusy ? BUSY : 'Failed to delete selected');
  }
}

async function showDelete({ actor, selection, back, show }: Asked, message?: string) {
  const preview = await previewDelete(actor, selection);
  if (!preview.ok) return redirectWithFlash(back, bulkMessage(preview.problem), 'error');
  return show({ remove: preview.value, message }, message ? 409 : 200);
}
