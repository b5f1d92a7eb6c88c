/** Loads what the Metrc of the demo has, for the panel that plays it. A real shop has no such page. */
import { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatDateTime, formatTimeSeen, readInstant } from '#kernel/time.ts';
import { openedPractice, type Practice, type PracticeView } from '#seed/practice/practice.ts';

type Open = () => Promise<Practice>;

const nothingHere = () => new Response(null, { status: 404 });

/** What opens it. Anywhere but in the demo store the page does not exist. */
export function demandPractice(): Open {
  const open = openedPractice();
  if (!open) throw nothingHere();
  return open;
}

/** For other people than admins the page does not exist. */
export function demandAdmin(actor: Actor): void {
  if (!may(actor, 'settings.manage')) throw nothingHere();
}

/** Whether State Tracking leads there. */
export const mayPlay = (actor: Actor): boolean => openedPractice() !== null && may(actor, 'settings.manage');

export async function readPlayPage(actor: Actor, open: Open) {
  demandAdmin(actor);
  const practice = await open();
  if (practice.at !== 'here') return { away: awayWords[practice.at], metrc: null };
  const { now, zone } = await storeClock();
  return { away: null, metrc: shown(practice.metrc.view(), now, zone) };
}

export const awayWords = {
  elsewhere: {
    title: 'Another process of this demo plays Metrc.',
    text: 'Stop the other one, then load this page again.',
  },
  'not-connected': {
    title: 'The shop is not connected to the Metrc of this demo.',
    text: 'Choose ‘Metrc for practice, in this demo’ in Settings, State tracking.',
  },
} as const;

const blockWords = { hold: 'On hold', recall: 'On recall', investigation: 'Under investigation' } as const;
const receiptWords = { open: 'Entered', final: 'Final', voided: 'Voided' } as const;

const units = (quantity: number, unit: string) =>
  unit === 'Each'
    ? `${formatNumber(quantity)} ${quantity === 1 ? 'unit' : 'units'}`
    : `${formatNumber(quantity)} ${unit}`;
/** 'Nov 29, 2026 2:00 PM' of the store's clock, as Metrc has it. */
const localWords = (local: string, zone: string) =>
  formatDateTime(Temporal.PlainDateTime.from(local.slice(0, 19)).toZonedDateTime(zone).toInstant(), zone);
/** 'Not submitted' of 'NotSubmitted'. */
const testWords = (state: string) => {
  const words = state.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function shown(view: PracticeView, now: Temporal.Instant, zone: string) {
  const at = (iso: string) => {
    const instant = readInstant(iso);
    return instant ? formatDateTime(instant, zone) : '';
  };
  const downUntil = readInstant(view.downUntil);
  return {
    downUntil: downUntil && formatTimeSeen(downUntil, now, zone),
    ...{ refusesNext: view.refusesNext, losesNext: view.losesNext },
    deliveries: view.deliveries.map(({ expectedAt, ...each }) => ({
      ...each,
      expectedAt: localWords(expectedAt, zone),
    })),
    choices: view.packages
      .filter(({ isFinished }) => !isFinished)
      .map(({ tag, item, quantity, unit }) => ({
        ...{ tag, label: `${item}, ${units(quantity, unit)}, …${tag.slice(-6)}` },
      })),
    packages: view.packages.map(
      ({ tag, item, quantity, unit, testState, blocks, isFinished, changedAt }) => ({
        ...{ tag, item, quantity: units(quantity, unit), changedAt: at(changedAt) },
        state: isFinished
          ? 'Finished'
          : [...blocks.map((block) => blockWords[block]), testWords(testState)].join(', '),
      }),
    ),
    receipts: view.receipts.map(({ number, ours, soldAt, total, lines, state, changedAt }) => ({
      ...{ number, ours: ours ?? '', soldAt: localWords(soldAt, zone), changedAt: at(changedAt) },
      total: formatCents(Math.round(total * 100) as Cents),
      lines: lines.map(({ item, quantity }) => `${formatNumber(quantity)} × ${item}`),
      state: receiptWords[state],
    })),
    adjustments: view.adjustments.map(({ item, quantity, reason, note, by, at: made }, index) => ({
      ...{ key: `${made} ${index}`, item, reason, note, by, at: at(made) },
      quantity: `${quantity > 0 ? '+' : quantity < 0 ? '−' : ''}${formatNumber(Math.abs(quantity))}`,
    })),
  };
}

export type PlayPage = NonNullable<Awaited<ReturnType<typeof readPlayPage>>['metrc']>;
