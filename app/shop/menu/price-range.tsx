/** Price from and to: two number inputs, and with scripts a slider with two thumbs. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { asTyped, DEFAULT_HIGHEST_PRICE, HIGHEST_PRICE } from '#core/catalogue/catalogue-filter.ts';
import { controlClass } from '#ui/field.tsx';

/** The specification's range ends here (section 9); the slider goes as far as there is something, at most so far. */
const LAST_END = DEFAULT_HIGHEST_PRICE / 100;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Where the slider ends and in what steps it goes, in dollars. @param highest cents; null where there is nothing. */
export function sliderScale(highest: number | null): { end: number; step: number } {
  const dollars = Math.min(LAST_END, highest === null ? LAST_END : highest / 100);
  const step = dollars > 100 ? 5 : 1;
  return { end: Math.max(step, Math.ceil(dollars / step) * step), step };
}

/** `minPrice` and `maxPrice` in cents, as they are applied now. */
export function PriceRange({
  minPrice,
  maxPrice,
  highest,
  onSettle,
}: {
  minPrice: number;
  maxPrice: number;
  /** What the dearest costs of what could be chosen, in cents; null where there is nothing. */
  highest: number | null;
  /** Called when the shopper has let go. */
  onSettle: () => void;
}) {
  const [low, setLow] = useState(asTyped(minPrice));
  const [high, setHigh] = useState(asTyped(maxPrice));
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Whoever is still typing or dragging is ahead of the answer.
    if (root.current?.contains(document.activeElement)) return;
    setLow(asTyped(minPrice));
    setHigh(asTyped(maxPrice));
  }, [minPrice, maxPrice]);

  const { end, step } = sliderScale(highest);
  const from = within(Number(low) || 0, 0, end);
  const to = within(high === '' ? end : Number(high) || 0, 0, end);
  const percent = (value: number) => `${(value / end) * 100}%`;

  const slide = (which: 'low' | 'high') => (event: ChangeEvent<HTMLInputElement>) => {
    const value = Number(event.target.value);
    if (which === 'low') setLow(String(Math.min(value, to)));
    // At its end the slider is no bound.
    else setHigh(String(value >= end ? LAST_END : Math.max(value, from)));
    onSettle();
  };
  /** A minimum above the maximum, or the other way round, gives way when the input is left. */
  const straighten = () => {
    const most = HIGHEST_PRICE / 100;
    const upper = high === '' ? LAST_END : within(Number(high) || 0, 0, most);
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
          aria-valuetext={`$${from}`}
          min={0}
          max={end}
          step={step}
          value={from}
          onChange={slide('low')}
          className={`range ${from > end / 2 ? 'z-10' : ''}`}
        />
        <input
          type="range"
          aria-label="Highest price"
          aria-valuetext={to === LAST_END ? '$1,000 or more' : `$${to}`}
          min={0}
          max={end}
          step={step}
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
        {end < LAST_END ? `Prices go up to $${end}.` : '$1,000 means $1,000 and up.'}
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
