/** Edits or deletes many products at once: choose, preview, apply. Opened from the inventory's bulk bar. */
import { useMemo, useRef } from 'react';
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { discountLimit, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/bulk-edit.page';
import { answerBulkEdit } from './answer-bulk-edit.server.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { CarriedFields, Chosen } from './bulk-selection.tsx';
import { DeleteProducts } from './delete-products.tsx';

const PATH = '/admin/inventory';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'products.discount', request);
  const [shelves, { discounts }] = await Promise.all([readCategories(), readSettings()]);
  return {
    ...{ shelves, hasDiscounts: discounts.enabled, limit: discountLimit(actor) },
    mayDelete: may(actor, 'records.delete'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'products.discount', request);
  return answerBulkEdit(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Edit products · Admin' }];

export default function InventoryBulk({ loaderData, actionData }: Route.ComponentProps) {
  const back = actionData?.carried.query ? `${PATH}?${actionData.carried.query}` : PATH;
  const busy = useNavigation().formData?.get('intent');
  // Stable while the answer is the same: a new answer takes the focus.
  const refusal = useMemo(
    () => (actionData?.errors ? { errors: actionData.errors, values: actionData.values ?? {} } : undefined),
    [actionData],
  );
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfter(title);
  return (
    <div className="max-w-4xl">
      <BackLink to={back} label="Inventory" />
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
          limit={loaderData.limit}
          values={actionData.values ?? {}}
          refusal={refusal}
          preview={actionData.edit === 'form' ? null : actionData.edit}
          hidden={<CarriedFields {...actionData.carried} />}
          busy={typeof busy === 'string' ? busy : null}
          back={back}
        />
      ) : null}
      {actionData?.remove ? (
        <DeleteProducts
          carried={actionData.carried}
          preview={actionData.remove}
          mayDelete={loaderData.mayDelete}
          back={back}
        />
      ) : null}
    </div>
  );
}
