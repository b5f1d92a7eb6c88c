/**
 * /reserve: where a guest who pressed 'Reserve for Pickup' arrives after signing in. The page sends its own POST for
 * the product in the cookie, which only our form can set. Without scripts it takes one press, and so it does for a
 * link on another site.
 */
import { redirect } from 'react-router';
import { requireSignedIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { SelfSubmittingForm } from '#shop/kit/self-submitting-form.tsx';
import { Button } from '#ui/button.tsx';
import type { Route } from './+types/reserve.page';
import { readReserving } from './reserving.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  requireSignedIn(context, request);
  const wanted = readReserving(request.headers.get('cookie'));
  if (!wanted) return redirect('/products');
  const [product] = await productsForCart([wanted.productId]);
  if (!product) return redirect('/products');
  const isLinked = request.headers.get('sec-fetch-site') === 'cross-site';
  return { ...wanted, name: product.name, key: crypto.randomUUID(), isLinked };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'One more step' });

export default function Reserve({
  loaderData: { productId, quantity, name, key, isLinked },
}: Route.ComponentProps) {
  return (
    <NarrowPage title="You are signed in.">
      <SelfSubmittingForm action="/api/reserve" waits={isLinked}>
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="quantity" value={quantity} />
        <input type="hidden" name="key" value={key} />
        <p>{`Press once more to hold ${quantity} × ${name} and choose a pickup time.`}</p>
        <Button type="submit" size="large">
          Reserve for Pickup
        </Button>
      </SelfSubmittingForm>
    </NarrowPage>
  );
}
