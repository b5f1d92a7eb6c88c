/**
 * Renders a quiet row of products viewed in this browser, with today's prices. Hidden without scripts, and while empty.
 */
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { groundOf, Picture } from '#core/goods/catalogue/pictures/ui/tinted-picture.tsx';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { priceNow } from '#core/goods/discounts/discount.ts';
import { useAgeAffirmed } from '#core/ground/frame/use-age-gate.ts';
import { useShell } from '#shop/kit/shell-data.ts';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { putFocus } from '#ui/put-focus.ts';
import { forgetRecent, loadRecent, rememberViewed } from './recent-storage.ts';
import { SHELVED } from './recently-viewed.ts';

/** `viewing` is the product of the current page: it is saved, but not shown on that page. */
export function RecentShelf({ viewing = null }: { viewing?: number | null }) {
  const userId = useShell()?.visitor?.userId ?? null;
  // Before visitors have confirmed their age, nothing is saved or shown.
  const affirmed = useAgeAffirmed();
  const [products, setProducts] = useState<readonly ProductCardFacts[]>([]);
  const shelf = useRef<HTMLElement>(null);

  useEffect(() => {
    setProducts([]);
    if (!affirmed) return;
    const ids = loadRecent(userId).filter((id) => id !== viewing);
    if (viewing !== null) rememberViewed(userId, viewing);
    if (ids.length === 0) return;
    const stop = new AbortController();
    askFor(ids, stop.signal).then(setProducts, () => undefined);
    return () => stop.abort();
  }, [userId, affirmed, viewing]);

  const clear = () => {
    forgetRecent();
    const page = shelf.current?.closest('main');
    setProducts([]);
    // The button disappears with the shelf.
    const heading = page?.querySelector('h1');
    if (heading) putFocus(heading);
  };

  if (products.length === 0) return null;
  return (
    <section
      ref={shelf}
      aria-labelledby="recently-viewed"
      className="shell border-t border-line pt-8 pb-16 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="recently-viewed" className="text-xl">
          Recently viewed
        </h2>
        <Button rank="quiet" onClick={clear}>
          Clear
          <span className="sr-only"> what was recently viewed</span>
        </Button>
      </div>
      <p className="text-sm text-ink-soft">The list is saved only in this browser.</p>
      <ul className="mt-5 grid grid-cols-3 gap-x-4 gap-y-6 max-[16em]:grid-cols-1 lg:grid-cols-6">
        {products.map((product) => (
          <li key={product.id}>
            <Viewed product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Viewed({ product }: { product: ProductCardFacts }) {
  return (
    <article className="group relative text-sm">
      <div className={`relative aspect-4/5 overflow-hidden rounded-control ${groundOf(product.strainType)}`}>
        <Picture
          picture={product.picture}
          name={product.name}
          sizes="(min-width: 1024px) 12rem, 30vw"
          widest={640}
          className="relative size-full object-cover"
        />
      </div>
      <h3 className="mt-2 line-clamp-3 font-sans text-sm leading-snug font-medium">
        <Link to={`/products/${product.id}`} className="card-link group-hover:underline">
          {product.name}
        </Link>
      </h3>
      <p className="figures mt-1 text-ink-soft">
        {product.available < 1 ? 'Sold out' : <Price now={priceNow(product)} list={product.retailPrice} />}
      </p>
    </article>
  );
}

/** The current data of these products, if they are still on the menu. */
async function askFor(ids: readonly number[], signal: AbortSignal): Promise<ProductCardFacts[]> {
  const response = await fetch(`/api/products?ids=${ids.join('.')}`, { signal });
  if (!response.ok) return [];
  const { products } = (await response.json()) as { products: ProductCardFacts[] };
  return products.slice(0, SHELVED);
}
