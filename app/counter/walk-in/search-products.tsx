/** Renders the search for products that have no code, and what it found. */
import { Form } from 'react-router';
import { cents, formatCents } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Search } from '#ui/icons.ts';
import type { FoundProduct } from '../kit/products-to-add-queries.server.ts';
import type { usePackingScans } from '../packing/use-packing-scans.ts';
import type { WalkInLine } from './walk-in-queries.server.ts';

export function SearchProducts({
  q,
  found,
  lines,
  scans,
}: {
  q: string;
  found: readonly FoundProduct[] | null;
  lines: readonly WalkInLine[];
  scans: ReturnType<typeof usePackingScans>;
}) {
  return (
    <section aria-label="Search" className="flex flex-col gap-3">
      <search>
        <Form method="get" preventScrollReset className="flex gap-2">
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            aria-label="Search for a product"
            placeholder="Search for a product"
            autoComplete="off"
            spellCheck={false}
            className="min-h-12 w-full min-w-0 rounded-control bg-surface px-4 text-base inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
          />
          <Button type="submit" rank="secondary" className="min-h-12">
            <Search aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Search</span>
          </Button>
        </Form>
      </search>
      {found?.length === 0 ? <p className="text-ink-soft">No product matches “{q}”.</p> : null}
      <ul className="divide-y divide-line">
        {found?.map((product) => (
          <Found
            key={product.productId}
            product={product}
            inList={lines.find(({ productId }) => productId === product.productId)?.quantity ?? 0}
            scans={scans}
          />
        ))}
      </ul>
    </section>
  );
}

function Found({
  product: { productId, name, size, price, available },
  inList,
  scans: { fetcher, clear, isBusy },
}: {
  product: FoundProduct;
  /** Units of it in the list. */
  inList: number;
  scans: ReturnType<typeof usePackingScans>;
}) {
  const isGone = available <= inList;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="figures block text-sm text-ink-soft">
          {[size, formatCents(cents(price)), `${available} available`].filter(Boolean).join(' · ')}
        </span>
      </span>
      {isGone ? (
        <span className="text-sm text-ink-soft">{available === 0 ? 'Sold out' : 'No more'}</span>
      ) : (
        <fetcher.Form method="post" onSubmit={clear}>
          <input type="hidden" name="intent" value="quantity" />
          <input type="hidden" name="product" value={productId} />
          <input type="hidden" name="quantity" value={inList + 1} />
          <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy}>
            Add<span className="sr-only"> {name}</span>
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}
