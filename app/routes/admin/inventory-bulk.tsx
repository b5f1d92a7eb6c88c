/** Many products at once: what to change, what would change, and the change itself; deleting alike. It is reached from the inventory's bulk bar. */
import { useMemo, useRef } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { may } from '#features/access/actor.ts';
import {
  bulkFields,
  bulkMessage,
  PREVIEW_LINES,
  productCount,
  readBulkChange,
} from '#features/catalogue/bulk-change.ts';
import { applyChange, type BulkPreview, previewChange } from '#features/catalogue/change-products.server.ts';
import {
  type DeletePreview,
  deleteProducts,
  previewDelete,
} from '#features/catalogue/delete-products.server.ts';
import { readShelves } from '#features/catalogue/edited-products-queries.server.ts';
import { inventoryList } from '#features/catalogue/inventory-list.ts';
import { readInventoryOptions } from '#features/catalogue/inventory-queries.server.ts';
import { readSelected, type Selected, type Selection } from '#features/catalogue/product-selection.server.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { BulkEdit, BulkLines } from '#features/catalogue/ui/bulk-edit.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { isContended } from '#platform/database-error.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { log } from '#platform/log.ts';
import { requestForm } from '#platform/request-body.ts';
import { BUSY } from '#platform/unavailable.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/inventory-bulk';

const PATH = '/admin/inventory';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const [shelves, { discounts }] = await Promise.all([readShelves(), readSettings()]);
  return { shelves, mayDelete: may(actor, 'records.delete'), hasDiscounts: discounts.enabled };
}

/** What travels from step to step: what was ticked, or the filters. */
type Carried = { query: string; all: boolean; ids: string[] };

type Step = {
  carried: Carried;
  message?: string;
  errors?: Record<string, string[]>;
  values?: Record<string, string>;
  edit?: BulkPreview | 'form';
  /** What was selected, before there is a preview. */
  chosen?: Selected;
  remove?: DeletePreview;
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const [options, { store }, form] = await Promise.all([
    readInventoryOptions(),
    readSettings(),
    requestForm(request),
  ]);
  const list = inventoryList(options);
  const state = list.parse(new URLSearchParams(String(form.get('query') ?? '')));
  const query = list.query(state);
  const back = query === '' ? PATH : `${PATH}?${query}`;
  const today = storeDate(systemClock(), store.zone).toString();
  const ids = form.getAll('ids').flatMap((id) => readProductId(String(id)) ?? []);
  const all = form.get('all') === '1';
  const carried: Carried = { query, all, ids: all ? [] : ids.map(String) };
  const selection: Selection = all ? { state, today } : { ids };
  const intent = form.get('intent');
  const values = Object.fromEntries(
    bulkFields.map((name) => [name, String(form.get(name) ?? '').slice(0, 320)]),
  );
  const show = (step: Omit<Step, 'carried'>, status = 200) =>
    data<Step>({ carried, values, ...step }, { status });

  if (!all && ids.length === 0) return redirectWithFlash(back, 'Select at least one product first.', 'info');
  const chosen = await readSelected(actor, selection, PREVIEW_LINES);
  if (!chosen.ok) return redirectWithFlash(back, bulkMessage(chosen.problem), 'error');
  if (intent === 'edit') return show({ edit: 'form', chosen: chosen.value });
  if (intent === 'preview' || intent === 'apply') {
    const read = readBulkChange(values);
    if (!read.ok) return show({ edit: 'form', chosen: chosen.value, errors: read.errors }, 400);
    let message: string | undefined;
    if (intent === 'apply') {
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
  if (intent === 'delete' || intent === 'delete-now') {
    let message: string | undefined;
    if (intent === 'delete-now') {
      try {
        const outcome = await deleteProducts(actor, selection, String(form.get('fingerprint') ?? ''));
        if (outcome.ok) return redirectWithFlash(back, 'Deleted', 'success');
        message = bulkMessage(outcome.problem);
      } catch (error) {
        const isBusy = isContended(error);
        if (!isBusy) log.error({ err: error }, 'products could not be deleted');
        message = isBusy ? BUSY : 'Failed to delete selected';
      }
    }
    const preview = await previewDelete(actor, selection);
    if (!preview.ok) return redirectWithFlash(back, bulkMessage(preview.problem), 'error');
    return show({ remove: preview.value, message }, message ? 409 : 200);
  }
  return redirectWithFlash(back, 'Nothing was changed.', 'info');
}

export const meta: Route.MetaFunction = () => [{ title: 'Edit products · Admin' }];

export default function InventoryBulk({ loaderData, actionData }: Route.ComponentProps) {
  const back = actionData?.carried.query ? `${PATH}?${actionData.carried.query}` : PATH;
  const busy = useNavigation().formData?.get('intent');
  // The same for as long as it is the same answer: a new one takes the focus.
  const refusal = useMemo(
    () => (actionData?.errors ? { errors: actionData.errors, values: actionData.values ?? {} } : undefined),
    [actionData],
  );
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfter(title);
  return (
    <div className="max-w-4xl">
      <p className="mb-1">
        <Link
          to={back}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Inventory
        </Link>
      </p>
      <h1 ref={title} tabIndex={-1} className="mb-6 text-2xl outline-none">
        {actionData?.remove ? 'Delete products' : 'Edit products'}
      </h1>
      {actionData?.message ? <Notice tone="error" title={actionData.message} className="mb-6" /> : null}
      {actionData === undefined ? (
        <p className="text-ink-soft">Select products in the inventory first.</p>
      ) : null}
      {actionData?.chosen ? <Chosen {...actionData.chosen} /> : null}
      {actionData?.edit ? (
        <BulkEdit
          shelves={loaderData.shelves}
          hasDiscounts={loaderData.hasDiscounts}
          values={actionData.values ?? {}}
          refusal={refusal}
          preview={actionData.edit === 'form' ? null : actionData.edit}
          hidden={<CarriedFields {...actionData.carried} />}
          busy={typeof busy === 'string' ? busy : null}
          back={back}
        />
      ) : null}
      {actionData?.remove ? (
        <Form method="post" className="flex flex-col gap-6">
          <CarriedFields {...actionData.carried} />
          <input type="hidden" name="fingerprint" value={actionData.remove.fingerprint} />
          <Removed
            title={`${productCount(actionData.remove.deleted.length)} will be deleted`}
            names={actionData.remove.deleted}
          >
            Nothing was ever sold or stocked of them.
          </Removed>
          <Removed
            title={`${productCount(actionData.remove.archived.length)} will be archived`}
            names={actionData.remove.archived}
          >
            They leave the menu and the list. Their lots, orders and history stay.
          </Removed>
          <div className="flex flex-wrap gap-3">
            {loaderData.mayDelete ? (
              <Button
                type="submit"
                name="intent"
                value="delete-now"
                rank="danger"
                busy={busy === 'delete-now'}
                busyText="Deleting…"
              >
                Delete
              </Button>
            ) : null}
            <ButtonLink to={back} rank="secondary">
              Keep them
            </ButtonLink>
          </div>
        </Form>
      ) : null}
    </div>
  );
}

function Chosen({ count, names }: Selected) {
  return (
    <details open={count <= 10} className="mb-6 rounded-surface bg-cream px-4">
      <summary className="figures min-h-11 py-3 font-medium">{productCount(count)} selected</summary>
      <div className="pb-4">
        <BulkLines names={names} more={count - names.length} />
      </div>
    </details>
  );
}

function CarriedFields({ query, all, ids }: Carried) {
  return (
    <>
      <input type="hidden" name="query" value={query} />
      {all ? <input type="hidden" name="all" value="1" /> : null}
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
    </>
  );
}

function Removed({
  title,
  names,
  children,
}: {
  title: string;
  names: readonly { id: number; name: string }[];
  children: React.ReactNode;
}) {
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1 mb-2 text-ink-soft">{children}</p>
      <BulkLines
        names={names.slice(0, PREVIEW_LINES).map(({ name }) => name)}
        more={names.length - PREVIEW_LINES}
      />
    </section>
  );
}
