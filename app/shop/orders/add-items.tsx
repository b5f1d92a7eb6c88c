/** Renders a search of the menu beside the items of an order, and what it found, each with a button that adds it. */
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { DraftItem, ItemsDraft } from '#core/sales/orders/items-change/items-draft.ts';
import { ProductPicture } from '#shop/cart/product-picture.tsx';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { ItemFacts } from './item-row.tsx';

/** `children` are the quantities as they are now: the server shows them again with what it found. */
export function AddItems({
  draft,
  found,
  quantityOf,
  children,
}: {
  draft: ItemsDraft;
  found: { q: string; items: readonly DraftItem[] } | undefined;
  quantityOf: (productId: number) => number;
  children: ReactNode;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'find';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="version" value={draft.version} />
      <input type="hidden" name="base" value={JSON.stringify(draft.base)} />
      {children}
      <label htmlFor="find-items" className="mb-1.5 block font-display text-xl font-medium">
        Add a product
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="find-items"
          type="search"
          name="q"
          defaultValue={found?.q}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Search by name, strain or kind"
          className={`${controlClass} min-w-0 flex-1 basis-48`}
        />
        <Button type="submit" name="intent" value="find" rank="secondary" busy={isBusy} busyText="Searching…">
          Search
        </Button>
      </div>
      <p role="status" className="mt-3 text-sm text-ink-soft empty:hidden">
        {found ? foundWords(found) : null}
      </p>
      {found && found.items.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {found.items.map((item) => (
            <FoundItem key={item.productId} item={item} quantity={quantityOf(item.productId)} />
          ))}
        </ul>
      ) : null}
    </Form>
  );
}

function foundWords({ q, items }: { q: string; items: readonly DraftItem[] }): string {
  if (q === '') return 'Type a name to search for.';
  if (items.length === 0) return `Nothing on the menu matches “${q}”.`;
  return items.length === 1 ? '1 product found.' : `${items.length} products found.`;
}

function FoundItem({ item, quantity }: { item: DraftItem; quantity: number }) {
  return (
    <li className="grid grid-cols-[min(3rem,18vw)_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-3">
      <ProductPicture image={item.image} />
      <ItemFacts item={item} />
      {quantity > 0 ? (
        <p className="text-sm text-ink-soft">In this order</p>
      ) : item.most < 1 ? (
        <p className="text-sm text-ink-soft">Sold out</p>
      ) : (
        <Button
          type="submit"
          name="add"
          value={item.productId}
          rank="secondary"
          size="small"
          aria-label={`Add: ${item.name}`}
          className="min-h-11"
        >
          Add
        </Button>
      )}
    </li>
  );
}
