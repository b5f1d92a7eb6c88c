/** Creates a product with its first lot on one page; what is still missing for sale is on the next. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readTypesByCategory } from '#core/goods/catalogue/categories-queries.server.ts';
import { readInventoryOptions } from '#core/goods/catalogue/products/inventory-queries.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/product-new.page';
import { answerNewProduct, readNewProduct } from './answer-new-product.server.ts';
import { NewProductFields } from './new-product-form.tsx';
import { Warnings } from './warnings.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const from = new URL(request.url).searchParams.get('from');
  const [options, typeOf, begin, { inventory }] = await Promise.all([
    readInventoryOptions(),
    readTypesByCategory(),
    readNewProduct(actor, from === null ? null : (readProductId(from) ?? 0)),
    readSettings(),
  ]);
  if (!begin) throw new Response(null, { status: 404 });
  return { options, typeOf: Object.fromEntries(typeOf), begin, lowStock: inventory.lowStock };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerNewProduct(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'New product · Admin' }];

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const refusal: (FormRefusal & { warnings?: string[] }) | undefined = actionData;
  const navigation = useNavigation();
  const { begin, options, typeOf, lowStock } = loaderData;
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/inventory" label="Inventory" />
      <h1 className="mb-2 text-2xl">{begin.source ? 'Duplicate product' : 'New product'}</h1>
      <p className="mb-6 text-ink-soft">
        {begin.source
          ? `A copy of ${begin.source.name}, with its description and strain. Pictures and lots are not copied. Change the name or the size.`
          : 'Add a picture on the next page.'}
      </p>
      <CheckedForm
        key={begin.source?.id ?? 0}
        refusal={refusal}
        focus="summary"
        className="flex flex-col gap-6"
      >
        {begin.source ? <input type="hidden" name="from" value={begin.source.id} /> : null}
        <Warnings warnings={refusal?.warnings} />
        <NewProductFields
          values={refusal?.values ?? begin.texts}
          errors={refusal?.errors ?? {}}
          shelves={options.shelves}
          types={options.types}
          typeOf={typeOf}
          lowStock={lowStock}
        />
        <div className="mt-2 flex flex-wrap gap-3">
          <Button type="submit" busy={navigation.formMethod === 'POST'} busyText="Saving…">
            Create product
          </Button>
          <ButtonLink to="/admin/inventory" rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
