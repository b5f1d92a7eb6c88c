/** Renders one cart line: the product, the quantity, the amount, and what has changed. */
import type { ReactNode, SubmitEvent } from 'react';
import { Link } from 'react-router';
import { type CartRoom, roomWords } from '#core/sales/checkout/cart-room.ts';
import { formatCents } from '#kernel/money.ts';
import { Minus, Plus, Trash2 } from '#ui/icons.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Price } from '#ui/price.tsx';
import { type CartChange, cartChangeMessage } from './cart-line-news.ts';
import type { CartViewLine } from './cart-view.ts';
import { ProductPicture } from './product-picture.tsx';

/** The id of a line's remove button, for moving the focus there. */
export const removeButtonId = (productId: number) => `remove-${productId}`;

/** `onSet` and `onRemove` are passed when scripts run; without them the forms go to the server. */
export function CartLineRow({
  line,
  isFirst,
  changes,
  room,
  onSet,
  onRemove,
}: {
  line: CartViewLine;
  isFirst: boolean;
  changes: readonly CartChange[];
  /** How many fit, and why no more; null while unknown: no more units can be added then, and no reason is given. */
  room: CartRoom | null;
  onSet: ((quantity: number) => void) | null;
  onRemove: (() => void) | null;
}) {
  const isGone = line.available < 1;
  const minimumAge = useMinimumAge();
  return (
    <li className="grid grid-cols-[min(5rem,26vw)_minmax(0,1fr)] gap-x-4 gap-y-3 max-[16em]:grid-cols-[18vw_minmax(0,1fr)] border-b border-line py-5 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:gap-x-6">
      <ProductPicture image={line.image} faded={isGone} isInSight={isFirst} />
      <div className="min-w-0">
        <p translate="no" className="font-display text-lg leading-snug font-medium">
          {isGone ? (
            <span className="text-ink-soft">{line.name}</span>
          ) : (
            <Link
              to={`/products/${line.productId}`}
              className="text-ink decoration-spruce-500 underline-offset-4 hover:underline"
            >
              {line.name}
            </Link>
          )}
        </p>
        <p className="figures mt-0.5 text-sm text-ink-soft">
          {line.size ? <span className="block">{line.size}</span> : null}
          {line.unitPrice > 0 ? (
            <>
              <Price now={line.unitPrice} list={line.listPrice} /> each
            </>
          ) : null}
          {line.offer ? <span className="block">until {line.offer.untilText}</span> : null}
        </p>
        {line.priceNote ? <p className="mt-1 text-sm break-words text-ochre-700">{line.priceNote}</p> : null}
        {line.restricted ? (
          <p className="mt-1 text-sm font-medium text-clay-700">{minimumAge}+ Required</p>
        ) : null}
        {changes.map((change) => (
          <p
            key={change.kind}
            className="mt-2 w-fit rounded-control bg-ochre-100 px-2.5 py-1 text-sm font-medium text-ochre-700"
          >
            {cartChangeMessage(change)}
          </p>
        ))}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-1 sm:flex-col sm:items-end sm:justify-start">
        {isGone ? null : (
          <p className="figures order-2 text-lg font-semibold sm:order-none">{formatCents(line.amount)}</p>
        )}
        <div className="flex items-center gap-1">
          {isGone ? null : <QuantityForm line={line} most={room?.most ?? line.quantity} onSet={onSet} />}
          <RemoveForm line={line} onRemove={onRemove} />
        </div>
        {/* Always there, so that a screen reader announces the limit when it is met. */}
        <p aria-live="polite" className="order-3 w-full text-xs text-ink-soft empty:-mt-2 sm:text-right">
          {isGone || room === null || line.quantity < room.most ? null : roomWords(room)}
        </p>
      </div>
    </li>
  );
}

function LineForm({
  line,
  intent,
  onSubmit,
  children,
  className = '',
}: {
  line: CartViewLine;
  intent: 'set' | 'remove';
  onSubmit: ((event: SubmitEvent<HTMLFormElement>) => void) | null;
  children: ReactNode;
  className?: string;
}) {
  const take = (event: SubmitEvent<HTMLFormElement>) => {
    if (!onSubmit) return;
    event.preventDefault();
    onSubmit(event);
  };
  return (
    <form method="post" action="/cart" onSubmit={take} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="productId" value={line.productId} />
      {children}
    </form>
  );
}

function QuantityForm({
  line,
  most,
  onSet,
}: {
  line: CartViewLine;
  most: number;
  onSet: ((quantity: number) => void) | null;
}) {
  const pressed = (event: SubmitEvent<HTMLFormElement>) => {
    const button = event.nativeEvent.submitter;
    if (button instanceof HTMLButtonElement) onSet?.(Number(button.value));
  };
  return (
    <LineForm
      line={line}
      intent="set"
      onSubmit={onSet ? pressed : null}
      className="flex items-center rounded-control bg-surface inset-ring inset-ring-ink/20"
    >
      <StepButton label={`One less ${line.name}`} value={line.quantity - 1} isOff={line.quantity <= 1}>
        <Minus aria-hidden="true" className="size-4.5" />
      </StepButton>
      <output className="figures min-w-8 text-center font-medium">
        <span className="sr-only">Quantity </span>
        {line.quantity}
      </output>
      <StepButton label={`One more ${line.name}`} value={line.quantity + 1} isOff={line.quantity >= most}>
        <Plus aria-hidden="true" className="size-4.5" />
      </StepButton>
    </LineForm>
  );
}

/** While it is off it sends nothing; a disabled button would lose the focus at the last step. */
function StepButton({
  label,
  value,
  isOff,
  children,
}: {
  label: string;
  value: number;
  isOff: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type={isOff ? 'button' : 'submit'}
      name="quantity"
      value={value}
      aria-label={label}
      aria-disabled={isOff || undefined}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 hover:bg-spruce-100 aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft/50 aria-disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}

function RemoveForm({ line, onRemove }: { line: CartViewLine; onRemove: (() => void) | null }) {
  return (
    <LineForm line={line} intent="remove" onSubmit={onRemove}>
      <button
        type="submit"
        id={removeButtonId(line.productId)}
        aria-label={`Remove ${line.name}`}
        className="-mr-3 inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-clay-100 hover:text-clay-700 max-sm:mr-0"
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
    </LineForm>
  );
}
