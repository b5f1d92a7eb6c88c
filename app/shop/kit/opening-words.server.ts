/** Formats when customers can come. */

import type { Temporal } from 'temporal-polyfill';
import { pauseEnd, pauseWords } from '#core/ground/settings/ordering-pause.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { openState } from '#core/sales/pickup/hours.ts';
import { pickupPolicy, readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { formatTime, relativeDay, storeDate, systemClock } from '#kernel/time.ts';
import { noteShownUntil } from '#platform/pages/shown.ts';

export type OpeningWords = {
  open: boolean;
  /** 'Open until 7:00 PM', 'Closed, opens tomorrow at 10:00 AM'. */
  state: string;
  /** 'Today from 2:00 PM'; null if no slot is free, and while no reservations are taken. */
  nextPickup: string | null;
};

/** Slots fill without an announcement, and the first reachable time moves with the clock. */
const WORDS_HOLD_MS = 30_000;

/** The last text; every page may show it while it is valid. */
let kept: { by: string; from: number; until: number; words: OpeningWords } | null = null;

/** Whether the store is open, and the first free pickup time; none while no reservations are taken. */
export async function readOpeningWords(now = systemClock()): Promise<OpeningWords> {
  const settings = await readSettings();
  const by = JSON.stringify([settings.store.zone, settings.pickup, settings.ordering]);
  const at = now.epochMilliseconds;
  if (kept?.by !== by || at < kept.from || at >= kept.until) {
    const { words, until } = await openingWords(settings, now);
    kept = { by, words, from: at, until };
  }
  noteShownUntil(kept.until);
  return kept.words;
}

async function openingWords(
  settings: Settings,
  now: Temporal.Instant,
): Promise<{ words: OpeningWords; until: number }> {
  const policy = pickupPolicy(settings);
  const days = await readSlots(now);
  const day = days.find(({ slots }) => slots.some((slot) => !slot.full));
  const slot = day?.slots.find((each) => !each.full);
  const open = openState(policy, now);
  const turns = open.open ? open.until : open.opensAt;
  const isPaused = pauseWords(settings.ordering, { now, zone: policy.zone }) !== null;
  const pauseEnds = isPaused ? pauseEnd(settings.ordering.until, policy.zone) : null;
  return {
    words: {
      open: open.open,
      state: stateWords(open, policy.zone, now),
      nextPickup: day && slot && !isPaused ? `${day.label} from ${slot.label}` : null,
    },
    until: Math.min(
      now.epochMilliseconds + WORDS_HOLD_MS,
      ...[turns, pauseEnds].flatMap((moment) => moment?.epochMilliseconds ?? []),
    ),
  };
}

function stateWords(state: ReturnType<typeof openState>, zone: string, now: Temporal.Instant): string {
  if (state.open) return `Open until ${formatTime(state.until, zone)}`;
  if (state.opensAt === null) return 'Closed';
  const label = relativeDay(storeDate(state.opensAt, zone), storeDate(now, zone));
  return `Closed, opens ${/^To/.test(label) ? label.toLowerCase() : label} at ${formatTime(state.opensAt, zone)}`;
}
