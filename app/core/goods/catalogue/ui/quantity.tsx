/**
 * Renders the quantity of the buy box: a number field between − and +, as on a card. Without scripts it is the field
 * alone. It ends at what fits into the cart.
 */
import { type ReactNode, useRef, useState } from 'react';
import { FEW_LEFT } from '#core/goods/stock/stock.ts';
import { Minus, Plus } from '#ui/icons.ts';

/** How many more the customer may ask for, which limit that is, and the sentence about a reduced quantity. */
export type QuantityRoom = { more: number; words: string; reduced: (from: number, now: number) => string };

export function Quantity({
  id,
  available,
  room,
  say,
}: {
  id: string;
  available: number;
  room: QuantityRoom;
  /** Receives the sentence about the limit that was met; null once the quantity changes again. */
  say: (sentence: string | null) => void;
}) {
  const [quantity, setQuantity] = useState('1');
  const input = useRef<HTMLInputElement>(null);
  const wanted = Math.max(1, Math.trunc(Number(quantity)) || 1);
  const clamp = () => {
    const now = Math.max(1, Math.min(room.more, wanted));
    if (now < wanted) say(room.reduced(wanted, now));
    setQuantity(String(now));
  };
  const step = (by: 1 | -1) => {
    if (!input.current) return;
    input.current.value = String(wanted + by);
    // As if it were typed: the button beside it offers to add again.
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    setQuantity(String(wanted + by));
    say(by > 0 && wanted + by >= room.more ? room.words : null);
  };
  return (
    <div className="flex items-center gap-3">
      {/* Where the field and the button share a narrow row, − and + say what it is. */}
      <label htmlFor={id} className="text-sm font-medium max-lg:sr-only noscript:not-sr-only">
        Quantity
      </label>
      <div className="flex items-center rounded-control bg-surface inset-ring inset-ring-ink/35">
        <Step label="One less" isOff={wanted <= 1} onPress={() => step(-1)}>
          <Minus aria-hidden="true" className="size-4.5" />
        </Step>
        <input
          ref={input}
          id={id}
          type="number"
          name="quantity"
          inputMode="numeric"
          min={1}
          max={available > FEW_LEFT ? undefined : available}
          step={1}
          required
          value={quantity}
          onChange={(event) => {
            setQuantity(event.target.value);
            say(null);
          }}
          onBlur={clamp}
          className="figures h-11 w-12 max-[22em]:w-10 rounded-control bg-transparent text-center font-medium [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <Step label="One more" isOff={wanted >= room.more} onPress={() => step(1)}>
          <Plus aria-hidden="true" className="size-4.5" />
        </Step>
      </div>
    </div>
  );
}

/** While it is off, presses do nothing; a disabled button would lose the focus at the last step. */
function Step({
  label,
  isOff,
  onPress,
  children,
}: {
  label: string;
  isOff: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 not-aria-disabled:hover:bg-spruce-100 aria-disabled:text-ink-soft/50 noscript:hidden"
    >
      <span className="sr-only">{label}</span>
      {children}
    </button>
  );
}
