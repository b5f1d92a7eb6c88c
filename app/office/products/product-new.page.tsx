/** Creates a product: what it is and costs. It stays off sale until the rest is entered. */
import { data, useNavigation } from 'react-router';
import { blankProduct } from '#core/catalogue/products/blank-product.ts';
import { readInventoryOptions } from '#core/catalogue/products/inventory-queries.server.ts';
import { type ProductValues, readProductFields } from '#core/catalogue/products/product-fields.ts';
import { productMessage, savedMessage } from '#core/catalogue/products/product-rules.ts';
import { createProduct } from '#core/catalogue/products/save-product.server.ts';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { Route } from './+types/product-new.page';
import { InfoFields } from './product-form.tsx';
import { Warnings } from './warnings.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'inventory.manage', request);
  return { options: await readInventoryOptions() };
}

const asked = [
  'name',
  'categoryId',
  'productType',
  'retailPrice',
  'wholesalePrice',
  'size',
  'forSale',
  'strainCode',
  'strainType',
  'upcCode',
] as const;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const form = await requestForm(request);
  const values = Object.fromEntries(asked.map((name) => [name, String(form.get(name) ?? '').slice(0, 400)]));
  const refused = (refusal: Partial<FormRefusal & { warnings: string[] }>, status = 400) =>
    data({ errors: {}, ...refusal, values }, { status });
  const read = readProductFields(values, asked);
  if (!read.ok) return refused({ errors: read.errors });
  const given = read.values as Pick<ProductValues, (typeof asked)[number]>;
  const accepted = String(form.get('accept') ?? '').replaceAll('\r\n', '\n');
  const outcome = await createProduct(actor, { ...blankProduct(given), ...given }, accepted);
  if (outcome.ok) {
    const { id, missing } = outcome.value;
    return redirectWithFlash(`/admin/products/${id}`, ...savedMessage({ changed: true, missing }));
  }
  const { problem } = outcome;
  const message = productMessage(problem);
  if (problem.kind === 'invalid') return refused({ message, errors: problem.errors });
  if (problem.kind === 'warned') return refused({ warnings: problem.warnings }, 409);
  return refused({ message }, 403);
}

export const meta: Route.MetaFunction = () => [{ title: 'New product · Admin' }];

const begin = { productType: 'cannabis', forSale: 'no', wholesalePrice: '0.00' };

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const refusal: (FormRefusal & { warnings?: string[] }) | undefined = actionData;
  const navigation = useNavigation();
  return (
    <div className="max-w-4xl">
      <h1 className="mb-2 text-2xl">New product</h1>
      <p className="mb-6 text-ink-soft">
        Add pictures, lots and legal details on the next page. The product stays off sale until they are
        complete.
      </p>
      <CheckedForm refusal={refusal} focus="summary" className="flex flex-col gap-6">
        <Warnings warnings={refusal?.warnings} />
        <InfoFields
          values={refusal?.values ?? begin}
          errors={refusal?.errors ?? {}}
          shelves={loaderData.options.shelves}
          types={loaderData.options.types}
        />
        <div className="mt-2 flex flex-wrap gap-3">
          <Button type="submit" busy={navigation.formMethod === 'POST'} busyText="Saving…">
            Create product
          </Button>
          <ButtonLink to="/admin/inventory" rank="quiet">
            Back to inventory
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
