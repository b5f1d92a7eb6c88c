/** Renders the search for a product to add to an order, and what it found with stock and price. Nothing is saved. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { PricedItem } from '#core/sales/orders/items-change/items-draft.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { OrderEditAnswer } from './answer-order-edit.server.ts';
import { ItemFacts } from './item-facts.tsx';

export function AddProduct({ answer }: { answer: OrderEditAnswer | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLButtonElement>(null);
  // The button that added it is gone; a scanner goes on with the next product.
  useEffect(() => {
    if (!answer?.added || !input.current) return;
    input.current.value = '';
    input.current.focus();
  }, [answer]);
  const isBusy = useNavigation().formData?.get('intent') === 'find';
  const found = answer?.found;
  return (
    <div className="mt-5">
      <div className="flex max-w-xl flex-wrap items-end gap-2">
        <Field
          ref={input}
          label="Add a product"
          name="add"
          type="search"
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Name, UPC or product number"
          defaultValue={answer?.values.add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // A scanner ends with Enter, which would save the form.
            event.preventDefault();
            event.currentTarget.form?.requestSubmit(search.current);
          }}
          className="min-w-0 flex-1 basis-56"
        />
        <Button
          ref={search}
          type="submit"
          name="intent"
          value="find"
          rank="secondary"
          busy={isBusy}
          busyText="Searching…"
        >
          Search
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
        {answer?.added ? `Added: ${answer.added}. Not saved yet.` : found ? foundWords(found) : null}
      </p>
      {found && found.items.length > 0 ? <ItemsToAdd items={found.items} /> : null}
    </div>
  );
}

/** Products with stock and price, each with a button that adds it. */
export function ItemsToAdd({ items }: { items: readonly PricedItem[] }) {
  return (
    <ul className="mt-1 max-w-xl divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.productId} className="flex items-center justify-between gap-x-6 py-2.5">
          <span className="min-w-0 flex-1 break-words">
            {item.name}
            <ItemFacts item={item} />
          </span>
          {item.most === 0 ? (
            <span className="text-sm text-ink-soft">Sold out</span>
          ) : (
            <Button
              type="submit"
              name="choose"
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
      ))}
    </ul>
  );
}

function foundWords({ q, items }: NonNullable<OrderEditAnswer['found']>): string {
  if (q === '') return 'Type a name to search for.';
  if (items.length === 0) return `Nothing on the menu matches “${q}”.`;
  return items.length === 1 ? '1 product found.' : `${items.length} products found.`;
}
