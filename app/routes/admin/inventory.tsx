/** Inventory: every product with its stock, filtered, sorted and exported; pictures, quick edits, bulk changes and their undo. */
import { Download, Plus } from 'lucide-react';
import { useRef } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { may } from '#features/access/actor.ts';
import { bulkMessage, productCount } from '#features/catalogue/bulk-change.ts';
import { readEditedProduct } from '#features/catalogue/edited-products-queries.server.ts';
import { inventoryList } from '#features/catalogue/inventory-list.ts';
import { readInventory, readInventoryOptions } from '#features/catalogue/inventory-queries.server.ts';
import { dialogFields, productTexts, readProductFields } from '#features/catalogue/product-fields.ts';
import { productMessage } from '#features/catalogue/product-rules.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { saveProduct } from '#features/catalogue/save-product.server.ts';
import { ImportPanel } from '#features/catalogue/ui/import-panel.tsx';
import { inventoryColumns } from '#features/catalogue/ui/inventory-columns.tsx';
import { type DialogRefusal, InventoryDialog } from '#features/catalogue/ui/inventory-dialog.tsx';
import { readUndoable, undoBatch } from '#features/catalogue/undo-batch.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { isGoodOn } from '#features/inventory/lots.ts';
import { readProductLots } from '#features/inventory/product-lots-queries.server.ts';
import { readSavedViews } from '#features/saved-views/saved-views-queries.server.ts';
import { SavedViews } from '#features/saved-views/ui/saved-views.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { countText } from '#kernel/list-state.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { isContended } from '#platform/database-error.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '#platform/unavailable.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { BulkBar } from '#ui/data-table/bulk-bar.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/inventory';

const PATH = '/admin/inventory';
const BULK = 'selected-products';
const addressOf = (query: string) => (query === '' ? PATH : `${PATH}?${query}`);

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.count', request);
  const { searchParams } = new URL(request.url);
  const [options, { store }] = await Promise.all([readInventoryOptions(), readSettings()]);
  const state = inventoryList(options).parse(searchParams);
  const today = storeDate(systemClock(), store.zone).toString();
  const [page, views, undoable, editing] = await Promise.all([
    readInventory(actor, state, today).catch((error: unknown) => {
      log.error({ err: error }, 'products could not be read');
      return null;
    }),
    readSavedViews(actor, 'inventory'),
    readUndoable(actor),
    readEditing(actor, readProductId(searchParams.get('edit') ?? undefined), today),
  ]);
  return {
    options,
    state,
    views,
    undoable,
    editing,
    page: page ?? { rows: [], previous: null, next: null, counted: 0 },
    error: page ? null : 'Failed to fetch products',
    mayManage: may(actor, 'inventory.manage'),
  };
}

/** What the dialog shows: the product and, of its lots, the one handed out next. */
async function readEditing(actor: Parameters<typeof readEditedProduct>[0], id: number | null, today: string) {
  if (id === null) return null;
  const [product, lots] = await Promise.all([readEditedProduct(actor, id), readProductLots(actor, id)]);
  if (!product) return null;
  const good = lots.filter((lot) => lot.status === 'sellable' && isGoodOn(lot, today));
  const next = good.find(({ onHand }) => onHand > 0) ?? good[0] ?? lots[0];
  const lot = next ? { id: next.id, batchNumber: next.batchNumber, onHand: next.onHand } : null;
  const base: Record<string, string> = {
    ...productTexts(product.values, dialogFields),
    ...(lot ? { batchNumber: lot.batchNumber, stock: String(lot.onHand) } : {}),
  };
  return { product: { id, name: product.values.name, version: product.version, base }, lot };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const { searchParams } = new URL(request.url);
  const list = inventoryList(await readInventoryOptions());
  const back = addressOf(list.query(list.parse(searchParams)));
  const form = await requestForm(request);
  if (form.get('intent') === 'undo') {
    const outcome = await undoBatch(actor, String(form.get('batch') ?? ''));
    if (!outcome.ok) return redirectWithFlash(back, bulkMessage(outcome.problem), 'info');
    const { undone, left } = outcome.value;
    const rest = left > 0 ? ` ${productCount(left)} stayed, because they have changed since.` : '';
    return redirectWithFlash(
      back,
      `Undone for ${productCount(undone)}.${rest}`,
      left > 0 ? 'info' : 'success',
    );
  }
  const id = readProductId(searchParams.get('edit') ?? undefined);
  if (id === null) return redirectWithFlash(back, 'Nothing was changed.', 'info');
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 400);
  const names = [...dialogFields, 'batchNumber', 'stock'] as const;
  const values = Object.fromEntries(names.map((name) => [name, text(name)]));
  const refused = (refusal: Partial<DialogRefusal>, status = 400) =>
    data<DialogRefusal>(
      { errors: {}, ...readBegan(form), ...refusal, values },
      { status, headers: status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {} },
    );
  const read = readProductFields(values, dialogFields);
  const lotId = readProductId(text('lotId'));
  const stock = text('stock').trim();
  const stockErrors: Record<string, string[]> =
    lotId !== null && !/^\d{1,7}$/.test(stock)
      ? { stock: ['Please give the units counted: a whole number, 0 or more.'] }
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
                // What was not touched is not counted: units may have been sold meanwhile.
                ...(stock === base.stock ? {} : { counted: Number(stock) }),
                expected: Number(text('expected')),
              },
            }),
      },
      { base, mine: values },
    );
    if (outcome.ok)
      return outcome.value.changed
        ? redirectWithFlash(back, 'Product updated successfully', 'success')
        : redirectWithFlash(back, 'Nothing was changed.', 'info');
    const { problem } = outcome;
    const message = productMessage(problem);
    if (problem.kind === 'not-found') return redirectWithFlash(back, 'Product not found', 'error');
    if (problem.kind === 'invalid') return refused({ errors: problem.errors });
    if (problem.kind === 'warned') return refused({ warnings: problem.warnings }, 409);
    if (problem.kind === 'stale') return refused({ stale: problem.stale }, 409);
    if (problem.kind === 'lot') return refused({ errors: { [problem.field]: [message ?? ''] } }, 409);
    return refused({ message }, 403);
  } catch (error) {
    if (isContended(error)) return refused({ message: BUSY }, 503);
    log.error({ err: error, product: id }, 'a product could not be saved');
    return refused({ message: 'Failed to update product' }, 500);
  }
}

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = () => [{ title: 'Cannabis Inventory Dashboard · Admin' }];

const undoWords = { edit: 'Bulk edit', delete: 'Deleted', import: 'CSV import' } as const;

export default function Inventory({ loaderData, actionData }: Route.ComponentProps) {
  const { options, state, page, views, undoable, editing, error, mayManage } = loaderData;
  const list = inventoryList(options);
  const navigation = useNavigation();
  const refusal = useAnswer(actionData);
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfter(title);
  useLive(['inventory'], { paused: editing !== null });
  const here = list.query(state);
  const query = list.query(state, { position: null });
  const matching = countText(page.counted, 'product', 'products');
  const opens = /^\/admin\/products\/\d+$/.test(navigation.location?.pathname ?? '');
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h1 ref={title} tabIndex={-1} className="text-2xl outline-none">
          Cannabis Inventory Dashboard
        </h1>
        {mayManage ? (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/admin/products/new" size="small" className="min-h-11">
              <Plus aria-hidden="true" className="size-4" /> New product
            </ButtonLink>
            <a
              href={`${PATH}/export${query ? `?${query}` : ''}`}
              download
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Download aria-hidden="true" className="size-4" /> Export CSV
            </a>
          </div>
        ) : null}
      </div>
      {mayManage ? (
        <details className="mb-5 rounded-surface bg-cream px-4">
          <summary className="min-h-11 py-3 font-medium">Import CSV</summary>
          <div className="pb-4">
            <ImportPanel />
            <Link
              to={`${PATH}/import`}
              className="mt-1 inline-flex min-h-11 items-center text-sm text-spruce-700 underline underline-offset-4"
            >
              How a file is read, and your last files
            </Link>
          </div>
        </details>
      ) : null}
      {undoable ? (
        <Notice className="mb-5">
          <Form
            method="post"
            // An import has a page of its own, which says how far its undo is.
            action={undoable.importId ? `${PATH}/import/${undoable.importId}` : undefined}
            preventScrollReset
            className="flex flex-wrap items-center gap-x-4"
          >
            <input type="hidden" name="intent" value="undo" />
            <input type="hidden" name="batch" value={undoable.id} />
            <p>
              {undoWords[undoable.kind]}: {productCount(undoable.count)}.
            </p>
            <Button
              type="submit"
              rank="quiet"
              size="small"
              className="min-h-11"
              busy={navigation.formData?.get('intent') === 'undo'}
              busyText="Undoing…"
            >
              Undo
            </Button>
          </Form>
        </Notice>
      ) : null}
      <div className="mb-5 flex flex-col gap-4">
        <SavedViews list={list.name} path={PATH} query={query} views={views} />
        <FilterBar list={list} state={state} />
      </div>
      <p role="status" className="figures mb-2 text-ink-soft">
        {error ? '' : opens ? 'Loading product...' : matching}
      </p>
      <DataTable
        caption="Products"
        list={list}
        state={state}
        rows={page.rows}
        rowKey={(row) => String(row.id)}
        columns={inventoryColumns(mayManage, here)}
        selection={mayManage ? { form: BULK, label: (row) => row.name } : undefined}
        error={error}
        empty={
          list.isFiltered(state) ? (
            <>
              <p>No products match these filters.</p>
              <Link
                to={PATH}
                className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
              >
                Show all products
              </Link>
            </>
          ) : (
            <p>No products yet.</p>
          )
        }
      />
      {mayManage && page.rows.length > 0 ? (
        <BulkBar
          id={BULK}
          action={`${PATH}/bulk`}
          query={query}
          matching={matching}
          actions={[
            { intent: 'edit', label: 'Edit Selected' },
            { intent: 'delete', label: 'Delete Selected', rank: 'danger' },
          ]}
        />
      ) : null}
      <div className="mt-4">
        <Pager list={list} state={state} previous={page.previous} next={page.next} />
      </div>
      {editing && mayManage ? (
        <InventoryDialog key={editing.product.id} {...editing} refusal={refusal} closeTo={addressOf(here)} />
      ) : null}
    </>
  );
}
