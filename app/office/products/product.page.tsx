/** Edit Product: four tabs of one form, pictures, lots at a glance, and its history. */
import { useId } from 'react';
import { useLocation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { statusOf } from '#core/ground/frame/error-view.tsx';
import { History } from '#office/audit/history.tsx';
import { AdminNotFound, adminNotFoundTitle, adminNotFoundWords } from '#office/kit/admin-not-found.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/product.page';
import { answerProduct, type ProductRefusal } from './answer-product.server.ts';
import { OtherSizes } from './other-sizes.tsx';
import { ProductHead, ProductUnavailable } from './product-head.tsx';
import { readProductPage } from './product-page-queries.server.ts';
import { ProductTabs } from './product-tabs.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  return readProductPage(actor, id);
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.id);
  if (id === null) throw new Response(null, { status: 404 });
  return answerProduct(actor, id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData, location, error }) => {
  if (statusOf(error) === 404) return [{ title: adminNotFoundTitle(adminNotFoundWords(location.pathname)) }];
  return [{ title: `${loaderData?.product.name ?? 'Product'} · Edit Product · Admin` }];
};

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, sizes, history } = loaderData;
  const refusal = useAnswer(actionData as ProductRefusal | undefined);
  const id = useId();
  const path = `/admin/products/${product.id}`;
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/inventory" label="Inventory" />
      <ProductHead product={product} path={path} />
      <ProductTabs page={loaderData} refusal={refusal} />
      <OtherSizes sizes={sizes} />
      <section aria-labelledby={`${id}-history`} className="mt-12">
        <h2 id={`${id}-history`} className="mb-3 text-lg">
          History
        </h2>
        <History lines={history} />
      </section>
    </div>
  );
}

/** A product that does not exist, and one that could not be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  if (statusOf(error) === 404) return <AdminNotFound words={adminNotFoundWords(pathname)} />;
  return <ProductUnavailable />;
}
