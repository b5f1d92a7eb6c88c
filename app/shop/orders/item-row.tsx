/** Renders one item that a customer is changing: its price, a stepper, and what becomes of it. */
import type { ReactNode } from 'react';
import type { DraftItem } from '#core/sales/orders/items-change/items-draft.ts';
import type { EditedLine } from '#core/sales/orders/order-edit.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { ProductPicture } from '#shop/cart/product-picture.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Minus, Plus, Trash2, Undo2 } from '#ui/icons.ts';
import { Price } from '#ui/price.tsx';

type Row = {
  item: DraftItem;
  quantity: number;
  /** On the order when the page opened; 0 for an added item. */
  before: number;
  /** Whether products can be added: without it a quantity only goes down. */
  mayAdd: boolean;
  onSet: (line: EditedLine) => void;
};

export function ItemRow({ item, quantity, before, mayAdd, onSet }: Row) {
  const { productId, name } = item;
  const most = mayAdd ? item.most : Math.min(item.most, before);
  const isGone = quantity === 0;
  const step = { productId, onSet };
  return (
    <li className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-line py-4 sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:gap-x-6">
      <ProductPicture image={item.image} faded={isGone} />
      <ItemFacts item={item} isFaded={isGone}>
        <ChangeMark quantity={quantity} before={before} />
      </ItemFacts>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 sm:col-span-1 sm:flex-col sm:items-end sm:justify-start">
        <p className="figures order-2 text-lg font-semibold sm:order-none">
          {formatCents(cents(item.unitPrice * quantity))}
        </p>
        <div className="flex items-center gap-1">
          <div className="flex items-center rounded-control bg-surface inset-ring inset-ring-ink/20">
            <SetButton {...step} quantity={quantity - 1} isOff={isGone} label={`One less ${name}`}>
              <Minus aria-hidden="true" className="size-4.5" />
            </SetButton>
            <output className="figures min-w-8 text-center font-medium">
              <span className="sr-only">Quantity of {name} </span>
              {quantity}
            </output>
            <SetButton {...step} quantity={quantity + 1} isOff={quantity >= most} label={`One more ${name}`}>
              <Plus aria-hidden="true" className="size-4.5" />
            </SetButton>
          </div>
          <SetButton
            {...step}
            quantity={isGone ? Math.max(1, before) : 0}
            label={isGone ? `Put ${name} back` : `Remove ${name}`}
          >
            {isGone ? (
              <Undo2 aria-hidden="true" className="size-4.5" />
            ) : (
              <Trash2 aria-hidden="true" className="size-4.5" />
            )}
          </SetButton>
        </div>
        {mayAdd && quantity >= most ? (
          <p className="order-3 w-full text-xs text-ink-soft sm:text-right">{`${most} available for your pickup`}</p>
        ) : null}
      </div>
    </li>
  );
}

/** Name, size and price of one unit. */
export function ItemFacts({
  item,
  isFaded = false,
  children,
}: {
  item: DraftItem;
  isFaded?: boolean;
  children?: ReactNode;
}) {
  const { name, size, unitPrice, unitDiscount, offer } = item;
  return (
    <div className="min-w-0">
      <p className={`leading-snug font-medium wrap-anywhere ${isFaded ? 'text-ink-soft' : ''}`}>{name}</p>
      <p className="figures text-sm text-ink-soft">
        {size ? `${size} · ` : null}
        <Price now={cents(unitPrice)} list={cents(unitPrice + unitDiscount)} /> each
      </p>
      {offer ? <p className="text-xs break-words text-ink-soft">{offer}</p> : null}
      {children}
    </div>
  );
}

/** What becomes of the line when the customer saves. */
function ChangeMark({ quantity, before }: Pick<Row, 'quantity' | 'before'>) {
  if (quantity === before) return null;
  const words = quantity === 0 ? 'Will be removed' : before === 0 ? 'Will be added' : `Was ${before}`;
  return (
    <p className="mt-2 w-fit rounded-control bg-ochre-100 px-2.5 py-1 text-sm font-medium text-ochre-700">
      {words}
    </p>
  );
}

/** Sets a quantity at once; before scripts run the server sets it and shows the page again. */
function SetButton({
  productId,
  quantity,
  label,
  isOff = false,
  onSet,
  children,
}: EditedLine & {
  label: string;
  /** At the limit: stays a button, because a disabled one would lose the focus. */
  isOff?: boolean;
  onSet: (line: EditedLine) => void;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  return (
    <button
      type="submit"
      name="set"
      value={`${productId}:${Math.max(0, quantity)}`}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={(event) => {
        if (isHydrated || isOff) event.preventDefault();
        if (!isOff) onSet({ productId, quantity });
      }}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 hover:bg-spruce-100 aria-disabled:text-ink-soft/50 aria-disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}
