/**
 * Renders price from and to: two number inputs, and with scripts a slider with two thumbs. Both are in dollars, and both
 * start at the specification's range, 0 to 1,000 (section 9).
 */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { asTyped, DEFAULT_HIGHEST_PRICE, HIGHEST_PRICE } from '#core/goods/catalogue/catalogue-filter.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { controlClass } from '#ui/field.tsx';

/** The right end of the slider, where it sets no limit. */
const END = DEFAULT_HIGHEST_PRICE / 100;
/** Dollars. */
const STEP = 5;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const say = (dollars: number) => formatCents(cents(Math.round(dollars * 100)));

/** `minPrice` and `maxPrice` in cents, as currently applied. */
export function PriceRange({
  minPrice,
  maxPrice,
  prices,
  onSettle,
  isWaiting,
}: {
  minPrice: number;
  maxPrice: number;
  /** The lowest and highest price among the possible choices, in cents; null if there are none. */
  prices: { lowest: number; highest: number } | null;
  /** Called on every change; the caller waits for a pause before it submits. */
  onSettle: () => void;
  /** Whether something in the form is not submitted or not answered yet. */
  isWaiting: () => boolean;
}) {
  const [low, setLow] = useState(asTyped(minPrice));
  const [high, setHigh] = useState(asTyped(maxPrice));
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // A shopper who is still typing or dragging, or has just stopped, is ahead of the answer.
    if (isWaiting() || root.current?.contains(document.activeElement)) return;
    setLow(asTyped(minPrice));
    setHigh(asTyped(maxPrice));
  }, [minPrice, maxPrice, isWaiting]);

  const from = within(Number(low) || 0, 0, END);
  const to = within(high === '' ? END : Number(high) || 0, 0, END);
  const percent = (value: number) => `${(value / END) * 100}%`;

  const slide = (which: 'low' | 'high') => (event: ChangeEvent<HTMLInputElement>) => {
    const value = Number(event.target.value);
    if (which === 'low') setLow(String(Math.min(value, to)));
    else setHigh(String(Math.max(value, from)));
    onSettle();
  };
  /** If the minimum exceeds the maximum, leaving the input corrects it. */
  const straighten = () => {
    const most = HIGHEST_PRICE / 100;
    const upper = high === '' ? END : within(Number(high) || 0, 0, most);
    setHigh(String(upper));
    setLow(String(within(Number(low) || 0, 0, Math.max(upper, 0))));
  };

  return (
    <fieldset ref={root}>
      <legend className="mb-2 text-sm font-semibold">Price</legend>
      <div className="relative h-11 noscript:hidden">
        <svg
          aria-hidden="true"
          className="absolute inset-x-3 top-5 h-1 w-[calc(100%-1.5rem)] overflow-visible"
        >
          <line
            x1="0"
            x2="100%"
            y1="2"
            y2="2"
            strokeWidth="4"
            strokeLinecap="round"
            className="stroke-ink/15"
          />
          <line
            x1={percent(from)}
            x2={percent(to)}
            y1="2"
            y2="2"
            strokeWidth="4"
            className="stroke-spruce-500"
          />
        </svg>
        <input
          type="range"
          aria-label="Lowest price"
          aria-valuetext={say(from)}
          min={0}
          max={END}
          step={STEP}
          value={from}
          onChange={slide('low')}
          className={`range ${from > END / 2 ? 'z-10' : ''}`}
        />
        <input
          type="range"
          aria-label="Highest price"
          aria-valuetext={to === END ? `${say(END)} or more` : say(to)}
          min={0}
          max={END}
          step={STEP}
          value={to}
          onChange={slide('high')}
          className="range"
        />
      </div>
      <div className="mt-1 grid grid-cols-2 gap-3">
        <Amount
          name="min"
          label="From $"
          value={low}
          onType={setLow}
          onLeave={straighten}
          onSettle={onSettle}
        />
        <Amount
          name="max"
          label="To $"
          value={high}
          onType={setHigh}
          onLeave={straighten}
          onSettle={onSettle}
        />
      </div>
      <p className="figures mt-1.5 text-xs text-ink-soft">
        {prices ? `${pricesHere(say(prices.lowest / 100), say(prices.highest / 100))} ` : null}
        {`$${formatNumber(END)} means $${formatNumber(END)} and up.`}
      </p>
    </fieldset>
  );
}

function Amount(props: {
  name: 'min' | 'max';
  label: string;
  value: string;
  onType: (value: string) => void;
  onLeave: () => void;
  onSettle: () => void;
}) {
  return (
    <label className="block text-xs text-ink-soft">
      {props.label}
      <input
        type="number"
        name={props.name}
        inputMode="decimal"
        min={0}
        max={HIGHEST_PRICE / 100}
        step="any"
        value={props.value}
        onChange={(event) => {
          props.onType(event.target.value);
          props.onSettle();
        }}
        onBlur={props.onLeave}
        className={`${controlClass} figures mt-1`}
      />
    </label>
  );
}

const pricesHere = (lowest: string, highest: string) =>
  lowest === highest ? `All prices here: ${lowest}.` : `Prices here: ${lowest} to ${highest}.`;
