/**
 * Inventory: every product with its stock, filtered, sorted and exported; pictures, quick edits, bulk changes and undo.
 */
import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { inventoryList } from '#core/goods/catalogue/products/inventory-list.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/inventory.page';
import { answerInventory } from './answer-inventory.server.ts';
import { ImportFold } from './import-fold.tsx';
import { BULK, InventoryActions, InventoryBulkBar, NOUNS } from './inventory-actions.tsx';
import { inventoryColumns } from './inventory-columns.tsx';
import { InventoryDialog } from './inventory-dialog.tsx';
import { readInventoryPage } from './inventory-page-queries.server.ts';
import { UndoNotice } from './undo-notice.tsx';

const PATH = '/admin/inventory';
const addressOf = (query: string) => (query === '' ? PATH : `${PATH}?${query}`);

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  return readInventoryPage(actor, new URL(request.url).searchParams);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerInventory(actor, request);
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = () => [{ title: 'Cannabis Inventory Dashboard · Admin' }];

export default function Inventory({ loaderData, actionData }: Route.ComponentProps) {
  const { options, state, page, undoable, editing, may } = loaderData;
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
      actions={<InventoryActions list={list} state={state} may={may} />}
      above={
        <>
          {may.manage ? <ImportFold /> : null}
          {undoable ? <UndoNotice undoable={undoable} /> : null}
        </>
      }
      table={{
        caption: 'Products',
        columns: inventoryColumns(may.manage, here),
        rowKey: (row) => String(row.id),
        selection: may.discount ? { form: BULK, label: (row) => row.name } : undefined,
      }}
      words={{
        unmatched: 'No products match these filters.',
        all: 'Show all products',
        none: 'No products yet.',
      }}
      beforePager={
        may.discount && page.rows.length > 0 ? (
          <InventoryBulkBar list={list} state={state} counted={page.counted} may={may} />
        ) : null
      }
      below={
        editing && may.manage ? (
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
