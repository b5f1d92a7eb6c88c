/** Previews a product as shoppers would see it, on the menu or not. Nothing can be bought here. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readProductPreview } from '#core/goods/catalogue/product-queries.server.ts';
import { lotRows, productRows } from '#core/goods/catalogue/products/product-facts.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import { ProductPage } from '#core/goods/catalogue/products/ui/product-view.tsx';
import { OfferTerms } from '#core/goods/catalogue/ui/buy-box.tsx';
import { priceNow } from '#core/goods/discounts/discount.ts';
import { Notice } from '#ui/notice.tsx';
import { Price } from '#ui/price.tsx';
import type { Route } from './+types/product-preview.page';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const id = readProductId(params.id);
  const product = id === null ? null : await readProductPreview(actor, id);
  if (!product) throw new Response(null, { status: 404 });
  return { product, facts: productRows(product), lot: product.lot ? lotRows(product.lot) : [] };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview of ${loaderData?.product.name ?? 'a product'} · Admin` },
];

export default function ProductPreview({ loaderData }: Route.ComponentProps) {
  const { product, facts, lot } = loaderData;
  return (
    <>
      <Notice title="Preview of the saved product." className="mb-4">
        <Link
          to={`/admin/products/${product.id}`}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Back to editing
        </Link>
      </Notice>
      <ProductPage
        product={product}
        facts={facts}
        lot={lot}
        sizes={[]}
        related={[]}
        buyBox={
          <>
            <p className="text-2xl">
              <Price now={priceNow(product)} list={product.retailPrice} />
            </p>
            {product.offer ? <OfferTerms offer={product.offer} /> : null}
          </>
        }
        mark={null}
      />
    </>
  );
}
