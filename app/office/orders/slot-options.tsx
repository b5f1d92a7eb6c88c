/** Renders the pickup times to choose from. */
import type { SlotDay } from '#core/sales/pickup/slots-queries.server.ts';

type SlotText = { value: string; text: string };

/**
 * Every slot that can still be reached, after the times that are not among them: the order's own, and the chosen one.
 */
export function SlotOptions({
  days,
  now,
  typed,
}: {
  days: readonly SlotDay[];
  now: SlotText;
  typed: SlotText;
}) {
  const offered = new Set(days.flatMap((day) => day.slots.map(({ startsAt }) => startsAt)));
  return (
    <>
      {offered.has(now.value) ? null : (
        <option value={now.value}>{now.value === '' ? now.text : `${now.text} (current)`}</option>
      )}
      {offered.has(typed.value) || typed.value === now.value ? null : (
        <option value={typed.value}>{typed.text}</option>
      )}
      {days.map((day) => (
        <optgroup key={day.date} label={day.label}>
          {day.slots.map((slot) => (
            <option
              key={slot.startsAt}
              value={slot.startsAt}
              disabled={slot.full && slot.startsAt !== now.value}
            >
              {day.label}, {slot.label}
              {slot.full ? ' (full)' : ''}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
