/**
 * Renders pickup times: the earliest one, a chip for each day, and below the selected day its times, with morning,
 * afternoon and evening as tabs. Only radio buttons, so that it works the same with and without scripts. A browser that
 * cannot hide the other days and tabs lists all of them. No time is preselected (docs/evidence/front-room.md).
 */
import { type ChangeEvent, Fragment, useEffect, useRef, useState } from 'react';
import type { AnnouncedDays } from '#core/sales/pickup/announced-days.ts';
import type { SlotChoice, SlotDay } from '#core/sales/pickup/slots-queries.server.ts';
import { CachedPart } from '#ui/cached-part.tsx';
import { Announced } from './announced.tsx';

const parts = [
  { part: 'morning', label: 'Morning' },
  { part: 'afternoon', label: 'Afternoon' },
  { part: 'evening', label: 'Evening' },
] as const;

/** A day of pickup times; `tooLate` lists the items unavailable on it because their lots expire earlier. */
export type PickupDay = SlotDay & { tooLate: string | null };

/** `chosen` is the ISO instant chosen before; it stays selected unless it has filled up. */
export function SlotPicker({
  days,
  chosen,
  error,
  phone,
  announced = [],
}: {
  days: readonly PickupDay[];
  chosen: string | null;
  error: string | null;
  phone: string;
  /** Days ahead that differ, and why. */
  announced?: readonly AnnouncedDays[];
}) {
  const { choices, picked, day: shownDay, onChange } = usePicked();
  const lost = picked !== null && !isFree(days, picked);
  const earliest = earliestOf(days);
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
      <Announced announced={announced} className="mt-3" />
      {lost ? <input type="hidden" name="slot" value={picked} /> : null}
      {days.length === 0 ? (
        <p className="mt-3 text-ink-soft">
          No pickup times are open at the moment. Please call us at {phone}; your cart is saved.
        </p>
      ) : (
        <>
          {earliest ? <Earliest {...earliest} /> : null}
          <div className="mt-4 grid grid-cols-4 gap-2 max-[22em]:grid-cols-3 max-[16em]:grid-cols-2 max-[8em]:grid-cols-1 sm:grid-cols-7">
            {days.map((day) => (
              <Day
                key={day.date}
                day={day}
                isOpened={day === opened}
                chosen={chosen}
                earliest={earliest?.slot.startsAt ?? null}
              />
            ))}
          </div>
          {/* The chosen time, also while another day is open. A screen reader announces it, and a day's free times. */}
          <p role="status" className="figures mt-3 min-h-6 text-sm font-medium">
            {chosenWords(days, picked) ?? <span className="sr-only">{freeWords(days, shownDay)}</span>}
          </p>
        </>
      )}
    </fieldset>
  );
}

/**
 * The selected time, including one selected before scripts ran. Slots fill up while the page is open, and a full one
 * cannot stay selected; the form still sends it, so that the answer says what happened. `day`: the one opened since.
 */
function usePicked() {
  const choices = useRef<HTMLFieldSetElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const readSlot = () => {
    const radio = choices.current?.querySelector<HTMLInputElement>('input[type=radio][name=slot]:checked');
    if (radio) setPicked(radio.value);
  };
  const onChange = ({ target }: ChangeEvent<HTMLFieldSetElement, Element>) => {
    if (target instanceof HTMLInputElement && target.name === 'day') setDay(target.value);
    readSlot();
  };
  useEffect(readSlot, []);
  return { choices, picked, day, onChange };
}

/** 'Chosen: Mon, Nov 30 at 2:00 PM'; null while no free time is chosen. */
function chosenWords(days: readonly PickupDay[], startsAt: string | null): string | null {
  for (const day of days) {
    const slot = day.slots.find((each) => each.startsAt === startsAt && !each.full);
    if (slot && !day.tooLate) return `Chosen: ${day.label} at ${slot.label}`;
  }
  return null;
}

/** 'Mon, Nov 30: 12 times free' */
function freeWords(days: readonly PickupDay[], date: string | null): string | null {
  const day = days.find((each) => each.date === date);
  if (!day) return null;
  const free = day.tooLate ? 0 : day.slots.filter(({ full }) => !full).length;
  return `${day.label}: ${free === 1 ? '1 time' : `${free} times`} free`;
}

function isFree(days: readonly PickupDay[], startsAt: string): boolean {
  return days.some(
    (day) => !day.tooLate && day.slots.some((slot) => slot.startsAt === startsAt && !slot.full),
  );
}

function firstFree(days: readonly PickupDay[]): PickupDay | undefined {
  return days.find((day) => !day.tooLate && day.slots.some((slot) => !slot.full)) ?? days[0];
}

type FreeTime = { day: PickupDay; slot: SlotChoice };

function earliestOf(days: readonly PickupDay[]): FreeTime | null {
  for (const day of days) {
    const slot = day.tooLate ? undefined : day.slots.find(({ full }) => !full);
    if (slot) return { day, slot };
  }
  return null;
}

/**
 * One tap for the first free time: a second label of its radio button, so that it is selected in the list too. By
 * keyboard that button is the first of the times, and its name says that it is the earliest.
 */
function Earliest({ day, slot }: FreeTime) {
  return (
    <div className="slot-first mt-4">
      <label htmlFor={slotId(slot)} className="slot-time slot-earliest">
        {`Earliest: ${day.label}${day.label.includes(',') ? ',' : ''} ${slot.label}`}
      </label>
    </div>
  );
}

const slotId = (slot: SlotChoice) => `slot-${slot.startsAt}`;

function Day({
  day,
  isOpened,
  chosen,
  earliest,
}: {
  day: PickupDay;
  isOpened: boolean;
  chosen: string | null;
  /** The ISO instant of the first free time. */
  earliest: string | null;
}) {
  const hasSlot = (startsAt: string | null) => day.slots.some((slot) => slot.startsAt === startsAt);
  const id = `day-${day.date}`;
  const state = day.tooLate ? 'Too late' : day.slots.every((slot) => slot.full) ? 'Full' : null;
  const { name, date } = nameOfDay(day);
  return (
    <>
      {/* Named as one text: in one made of hidden and visible parts, browsers put a space before the comma. */}
      <input
        type="radio"
        name="day"
        id={id}
        value={day.date}
        defaultChecked={isOpened}
        aria-label={[name, date, state].filter(Boolean).join(', ')}
        className="sr-only"
      />
      <label htmlFor={id} className="slot-day">
        <span className="text-center">
          {name}
          <span className="figures block whitespace-nowrap">{date}</span>
        </span>
        {state ? <span className="text-xs leading-tight font-normal">{state}</span> : null}
      </label>
      {/* The same for everyone until one of its times fills up. */}
      <CachedPart
        className="order-2 col-span-full hidden pt-3 [input:checked+label+&]:block"
        name="slots"
        part={Times}
        by={{ day, chosen: hasSlot(chosen) ? chosen : null, earliest: hasSlot(earliest) ? earliest : null }}
      />
    </>
  );
}

type TimesOfDay = { day: PickupDay; chosen: string | null; earliest: string | null };

/** The times of a day: a tab for each part of the day that has some. */
function Times({ day, chosen, earliest }: TimesOfDay) {
  if (day.tooLate) return <p className="text-sm">{day.tooLate}</p>;
  const filled = parts
    .map((part) => ({ ...part, slots: day.slots.filter((slot) => slot.partOfDay === part.part) }))
    .filter(({ slots }) => slots.length > 0);
  const opened =
    filled.find(({ slots }) => slots.some((slot) => slot.startsAt === chosen)) ??
    filled.find(({ slots }) => slots.some((slot) => !slot.full)) ??
    filled[0];
  return (
    <div className="grid grid-cols-3 gap-2 max-[16em]:grid-cols-1">
      {filled.map((part) => {
        const id = `${part.part}-${day.date}`;
        return (
          <Fragment key={part.part}>
            <input
              type="radio"
              name={`part-${day.date}`}
              id={id}
              value={part.part}
              defaultChecked={part === opened}
              className="sr-only"
            />
            <label htmlFor={id} className="slot-part">
              <span className="sr-only">{day.label} </span>
              {part.label}
              {part.slots.every((slot) => slot.full) ? (
                <span className="text-xs leading-tight font-normal">Full</span>
              ) : null}
            </label>
            <div className="order-2 col-span-full hidden pt-1 [input:checked+label+&]:block">
              <div className="slot-times">
                {part.slots.map((slot) => (
                  <Time
                    key={slot.startsAt}
                    slot={slot}
                    day={day.label}
                    isChosen={slot.startsAt === chosen}
                    isEarliest={slot.startsAt === earliest}
                  />
                ))}
              </div>
            </div>
          </Fragment>
        );
      })}
    </div>
  );
}

/** One for all days: to make it costs as much as the rest of a day. */
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 'Tomorrow' and 'Nov 24', or 'Sat' and 'Nov 28', on two lines: a week of days fits one row, or two on a phone. */
function nameOfDay(day: PickupDay): { name: string | undefined; date: string } {
  return { name: day.label.split(', ')[0], date: shortDate.format(new Date(`${day.date}T00:00:00Z`)) };
}

function Time({
  slot,
  day,
  isChosen,
  isEarliest,
}: {
  slot: SlotChoice;
  day: string;
  isChosen: boolean;
  isEarliest: boolean;
}) {
  const id = slotId(slot);
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
        aria-label={isEarliest ? `Earliest: ${day} at ${slot.label}` : undefined}
        className={isEarliest ? 'is-earliest sr-only' : 'sr-only'}
      />
      <label htmlFor={id} className="slot-time">
        <span className="sr-only">{day} at </span>
        {slot.full ? <s>{slot.label}</s> : slot.label}
        {slot.full ? <span className="text-xs leading-none font-normal">Full</span> : null}
      </label>
    </div>
  );
}
