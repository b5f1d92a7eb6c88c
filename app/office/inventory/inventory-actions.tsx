/** Renders the actions for the whole list of products, and for the selected ones. */
import type { ComponentProps } from 'react';
import { type Counted, countText } from '#kernel/list-state.ts';
import { ButtonLink } from '#ui/button.tsx';
import { BulkBar } from '#ui/data-table/bulk-bar.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { Plus } from '#ui/icons.ts';

export const BULK = 'selected-products';

export const NOUNS = ['product', 'products'] as const;

const INVENTORY = '/admin/inventory';

/** What the viewer may do. */
type May = { manage: boolean; release: boolean };

type Listed = Pick<ComponentProps<typeof ExportLink>, 'list' | 'state'>;

/** Beside the title: a new product, and the export. */
export function InventoryActions({ list, state, may }: Listed & { may: May }) {
  if (!may.manage) return may.release ? <WaitingLotsLink /> : null;
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/admin/products/new" size="small" className="min-h-11">
        <Plus aria-hidden="true" className="size-4" /> New product
      </ButtonLink>
      <WaitingLotsLink />
      <ButtonLink to="/admin/inventory/pictures" rank="secondary" size="small" className="min-h-11">
        Add pictures
      </ButtonLink>
      <ExportLink path={INVENTORY} list={list} state={state} />
      <ExportLink path={INVENTORY} list={list} state={state} isWorkbook />
    </div>
  );
}

const WaitingLotsLink = () => (
  <ButtonLink to="/admin/inventory/waiting-lots" rank="secondary" size="small" className="min-h-11">
    Lots not on sale yet
  </ButtonLink>
);

/** The actions for the selected products. */
export function InventoryBulkBar({
  list,
  state,
  counted,
  may,
}: Listed & { counted: Counted; may: Pick<May, 'manage'> }) {
  return (
    <BulkBar
      id={BULK}
      action={`${INVENTORY}/bulk`}
      query={list.query(state, { position: null })}
      rowsOf={list.query(state)}
      matching={countText(counted, ...NOUNS)}
      actions={
        may.manage
          ? [
              { intent: 'edit', label: 'Edit Selected' },
              { intent: 'delete', label: 'Delete Selected', rank: 'danger' },
            ]
          : [{ intent: 'edit', label: 'Set discounts' }]
      }
    />
  );
}
