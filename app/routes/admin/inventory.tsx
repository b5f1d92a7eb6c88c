/** Inventory: every product with its stock, filtered, sorted and exported; pictures, quick edits, bulk changes and their undo. */
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { data, Link, useNavigation } from 'react-router';
import { may } from '#features/access/actor.ts';
import { bulkMessage, productCount } from '#features/catalogue/bulk-change.ts';
import { readDialogProduct } from '#features/catalogue/dialog-queries.server.ts';
import { inventoryList } from '#features/catalogue/inventory-list.ts';
import { readInventory, readInventoryOptions } from '#features/catalogue/inventory-queries.server.ts';
import { dialogFields, readProductFields } from '#features/catalogue/product-fields.ts';
import { productMessage } from '#features/catalogue/product-rules.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { saveProduct } from '#features/catalogue/save-product.server.ts';
import { ImportPanel } from '#features/catalogue/ui/import-panel.tsx';
import { inventoryColumns } from '#features/catalogue/ui/inventory-columns.tsx';
import { type DialogRefusal, InventoryDialog } from '#features/catalogue/ui/inventory-dialog.tsx';
import { UndoNotice } from '#features/catalogue/ui/undo-notice.tsx';
import { readUndoable, undoBatch } from '#features/catalogue/undo-batch.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { countText } from '#kernel/list-state.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { isContended } from '#platform/database-error.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '#platform/unavailable.ts';
import { ListPage } from '#shell/list-page.tsx';
import { readList } from '#shell/read-list.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { BulkBar } from '#ui/data-table/bulk-bar.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/inventory';

const PATH = '/admin/inventory';
const BULK = 'selected-products';
const NOUNS = ['product', 'products'] as const;
const addressOf = (query: string) => (query === '' ? PATH : `${PATH}?${query}`);

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.count', request);
  const { searchParams } = new URL(request.url);
  const [options, { store }] = await Promise.all([readInventoryOptions(), readSettings()]);
  const state = inventoryList(options).parse(searchParams);
  const today = storeDate(systemClock(), store.zone).toString();
  const failed = { what: 'products', said: 'Failed to fetch products' };
  const [shown, undoable, editing] = await Promise.all([
    readList(actor, inventoryList(options), readInventory(actor, state, today), failed),
    readUndoable(actor),
    readDialogProduct(actor, readProductId(searchParams.get('edit') ?? undefined), today),
  ]);
  return { options, state, ...shown, undoable, editing, mayManage: may(actor, 'inventory.manage') };
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

export default function Inventory({ loaderData, actionData }: Route.ComponentProps) {
  const { options, state, page, undoable, editing, mayManage } = loaderData;
  const list = inventoryList(options);
  const navigation = useNavigation();
  const refusal = useAnswer(actionData);
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfter(title);
  useLive(['inventory'], { paused: editing !== null });
  const here = list.query(state);
  const opens = /^\/admin\/products\/\d+$/.test(navigation.location?.pathname ?? '');
  return (
    <ListPage
      title="Cannabis Inventory Dashboard"
      titleRef={title}
      path={PATH}
      list={list}
      shown={loaderData}
      count={NOUNS}
      busyText={opens ? 'Loading product...' : null}
      actions={
        mayManage ? (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/admin/products/new" size="small" className="min-h-11">
              <Plus aria-hidden="true" className="size-4" /> New product
            </ButtonLink>
            <ExportLink path={PATH} list={list} state={state} />
          </div>
        ) : null
      }
      above={
        <>
          {mayManage ? <ImportFold /> : null}
          {undoable ? <UndoNotice undoable={undoable} /> : null}
        </>
      }
      table={{
        caption: 'Products',
        columns: inventoryColumns(mayManage, here),
        rowKey: (row) => String(row.id),
        selection: mayManage ? { form: BULK, label: (row) => row.name } : undefined,
      }}
      words={{
        unmatched: 'No products match these filters.',
        all: 'Show all products',
        none: 'No products yet.',
      }}
      beforePager={
        mayManage && page.rows.length > 0 ? (
          <BulkBar
            id={BULK}
            action={`${PATH}/bulk`}
            query={list.query(state, { position: null })}
            matching={countText(page.counted, ...NOUNS)}
            actions={[
              { intent: 'edit', label: 'Edit Selected' },
              { intent: 'delete', label: 'Delete Selected', rank: 'danger' },
            ]}
          />
        ) : null
      }
      below={
        editing && mayManage ? (
          <InventoryDialog
            key={editing.product.id}
            {...editing}
            refusal={refusal}
            closeTo={addressOf(here)}
          />
        ) : null
      }
    />
  );
}

function ImportFold() {
  return (
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
  );
}
