/** When somebody can come, in words. */

import type { OpeningWords } from '#features/catalogue/ui/home-band.tsx';
import { openState } from '#features/pickup/hours.ts';
import { pickupPolicy, readSlots } from '#features/pickup/slots-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { formatTime, relativeDay, storeDate, systemClock } from '#kernel/time.ts';
import { noteShownUntil } from '#platform/shown.ts';

/** Places are taken without being announced, and the first time that can be reached moves with the clock. */
const WORDS_HOLD_MS = 30_000;

/** Whether the store is open and the first pickup time that is still free. */
export async function readOpeningWords(now = systemClock()): Promise<OpeningWords> {
  const policy = pickupPolicy(await readSettings());
  const days = await readSlots(now);
  const day = days.find(({ slots }) => slots.some((slot) => !slot.full));
  const slot = day?.slots.find((each) => !each.full);
  const state = openState(policy, now);
  const turns = state.open ? state.until : state.opensAt;
  noteShownUntil(
    Math.min(now.epochMilliseconds + WORDS_HOLD_MS, turns?.epochMilliseconds ?? Number.POSITIVE_INFINITY),
  );
  const nextPickup = day && slot ? `${day.label} from ${slot.label}` : null;
  if (state.open)
    return { open: true, state: `Open until ${formatTime(state.until, policy.zone)}`, nextPickup };
  if (state.opensAt === null) return { open: false, state: 'Closed', nextPickup };
  const label = relativeDay(storeDate(state.opensAt, policy.zone), storeDate(now, policy.zone));
  const opens = `opens ${/^To/.test(label) ? label.toLowerCase() : label} at ${formatTime(state.opensAt, policy.zone)}`;
  return { open: false, state: `Closed, ${opens}`, nextPickup };
}
