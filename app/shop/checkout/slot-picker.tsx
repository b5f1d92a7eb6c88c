/**
 * Renders pickup times: a chip for each day, and below the selected day its times by part of day. Only radio buttons,
 * so that it works the same with and without scripts. A browser that cannot hide the other days lists all of them.
 */
import { useEffect, useRef, useState } from 'react';
import type { SlotChoice } from '#core/pickup/slots-queries.server.ts';
import { CachedPart } from '#ui/cached-part.tsx';
import type { CheckoutDay } from './checkout-queries.server.ts';

const parts = [
  { part: 'morning', label: 'Morning' },
  { part: 'afternoon', label: 'Afternoon' },
  { part: 'evening', label: 'Evening' },
] as const;

/** `chosen` is the ISO instant chosen before; it stays selected unless it has filled up. */
export function SlotPicker({
  days,
  chosen,
  error,
  phone,
}: {
  days: readonly CheckoutDay[];
  chosen: string | null;
  error: string | null;
  phone: string;
}) {
  const { choices, picked, onChange } = usePicked();
  const lost = picked !== null && !isFree(days, picked);
  const problem = error ?? (lost ? 'The time you chose has just filled up. Please choose another.' : null);
  const opened = days.find((day) => day.slots.some((slot) => slot.startsAt === chosen)) ?? firstFree(days);
  return (
    <fieldset
      ref={choices}
      id="pickup"
      tabIndex={-1}
      onChange={onChange}
      aria-describedby={problem ? 'pickup-error' : undefined}
      aria-invalid={problem ? true : undefined}
      className="outline-none"
    >
      <legend className="font-display text-xl font-medium tracking-tight">Pickup Time</legend>
      <p
        id="pickup-error"
        role="status"
        className={problem ? 'mt-2 text-sm font-medium text-clay-700' : 'sr-only'}
      >
        {problem}
      </p>
      {lost ? <input type="hidden" name="slot" value={picked} /> : null}
      {days.length === 0 ? (
        <p className="mt-3 text-ink-soft">
          No pickup times are open at the moment. Please call us at {phone}; your cart is saved.
        </p>
      ) : (
        <div className="mt-4 grid grid-cols-4 gap-2 max-[16em]:grid-cols-2 max-[8em]:grid-cols-1 sm:grid-cols-7">
          {days.map((day) => (
            <Day key={day.date} day={day} isOpened={day === opened} chosen={chosen} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/**
 * The selected time, including one selected before scripts ran. Slots fill up while the page is open, and a full one
 * cannot stay selected; the form still sends it, so that the answer says what happened.
 */
function usePicked() {
  const choices = useRef<HTMLFieldSetElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const onChange = () => {
    const radio = choices.current?.querySelector<HTMLInputElement>('input[type=radio][name=slot]:checked');
    if (radio) setPicked(radio.value);
  };
  useEffect(onChange, []);
  return { choices, picked, onChange };
}

function isFree(days: readonly CheckoutDay[], startsAt: string): boolean {
  return days.some(
    (day) => !day.tooLate && day.slots.some((slot) => slot.startsAt === startsAt && !slot.full),
  );
}

function firstFree(days: readonly CheckoutDay[]): CheckoutDay | undefined {
  return days.find((day) => !day.tooLate && day.slots.some((slot) => !slot.full)) ?? days[0];
}

function Day({ day, isOpened, chosen }: { day: CheckoutDay; isOpened: boolean; chosen: string | null }) {
  const id = `day-${day.date}`;
  const isFull = day.slots.every((slot) => slot.full);
  return (
    <>
      <input type="radio" name="day" id={id} value={day.date} defaultChecked={isOpened} className="sr-only" />
      <label htmlFor={id} className="slot-day">
        <DayName label={day.label} />
        {isFull || day.tooLate ? (
          <span className="text-xs leading-tight font-normal">{day.tooLate ? 'Too late' : 'Full'}</span>
        ) : null}
      </label>
      {/* The same for everyone until one of its times fills up. */}
      <CachedPart
        className="order-2 col-span-full hidden pt-3 [input:checked+label+&]:block"
        name="slots"
        part={Times}
        by={{ day, chosen: day.slots.some((slot) => slot.startsAt === chosen) ? chosen : null }}
      />
    </>
  );
}

/** The times of a day, by part of day. */
function Times({ day, chosen }: { day: CheckoutDay; chosen: string | null }) {
  if (day.tooLate) return <p className="text-sm">{day.tooLate}</p>;
  return parts.map(({ part, label }) => {
    const slots = day.slots.filter((slot) => slot.partOfDay === part);
    return slots.length === 0 ? null : (
      <fieldset key={part} className="mb-4 last:mb-0">
        <legend className="mb-2 text-sm text-ink-soft">{label}</legend>
        <div className="slot-times">
          {slots.map((slot) => (
            <Time key={slot.startsAt} slot={slot} day={day.label} isChosen={slot.startsAt === chosen} />
          ))}
        </div>
      </fieldset>
    );
  });
}

/** 'Tomorrow', or 'Sat, Nov 28' on two lines: a week of days fits one row, or two on a phone. */
function DayName({ label }: { label: string }) {
  const [weekday, date] = label.split(', ');
  if (!date) return label;
  return (
    <span className="text-center">
      {weekday}
      <span className="sr-only">, </span>
      <span className="figures block whitespace-nowrap">{date}</span>
    </span>
  );
}

function Time({ slot, day, isChosen }: { slot: SlotChoice; day: string; isChosen: boolean }) {
  const id = `slot-${slot.startsAt}`;
  return (
    <div>
      <input
        // A slot that fills up while selected is deselected.
        key={slot.full ? 'full' : 'free'}
        type="radio"
        name="slot"
        id={id}
        value={slot.startsAt}
        disabled={slot.full}
        defaultChecked={isChosen && !slot.full}
        className="sr-only"
      />
      <label htmlFor={id} className="slot-time">
        <span className="sr-only">{day} at </span>
        {slot.full ? <s>{slot.label}</s> : slot.label}
        {slot.full ? <span className="text-xs leading-none font-normal">Full</span> : null}
      </label>
    </div>
  );
}
