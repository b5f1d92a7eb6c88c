/** What a press in the panel does to the demo's Metrc, and its answer in a sentence. */
import { formatNumber } from '#kernel/number.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { acceptDelivery, setHold, setQuantity, setTestState } from '../metrc/by-hand.ts';
import { type FaultKind, goDown } from '../metrc/faults.ts';
import { dateAt } from '../metrc/local-time.ts';
import type { MetrcState } from '../metrc/records.ts';
import type { Metrc } from '../metrc/start-metrc.ts';
import { sendDelivery } from './first-state.ts';
import type { PackageChange, PracticePress } from './practice.ts';

type Pressed = Result<string, string>;

/** Deliveries on their way at most. */
const MOST_ON_THE_WAY = 5;
const LARGEST_QUANTITY = 100_000;
const DOWN_MINUTES = 10;

/** Does what was pressed. Refused in a sentence: what is no longer as the panel showed it, or is no such number. */
export function pressIn({ state, faults }: Metrc, press: PracticePress, now: Date, zone: string): Pressed {
  switch (press.kind) {
    case 'accept':
      return accept(state, press, now);
    case 'send':
      return send(state, now, zone);
    case 'package':
      return changePackage(state, press, now);
    case 'quantity':
      return correct(state, press, now, zone);
    case 'down':
      goDown(faults, DOWN_MINUTES, now);
      return succeed(`Metrc is down for ${DOWN_MINUTES} minutes.`);
    case 'up':
      faults.downUntil = null;
      return succeed('Metrc answers again.');
    case 'refuse-next':
      if (!faults.next.some(({ kind }) => kind === REFUSAL))
        faults.next.push({ kind: REFUSAL, isReport: true });
      return succeed('Metrc refuses the next report.');
    case 'lose-next':
      if (!faults.next.some(({ kind }) => kind === LOSS)) faults.next.push({ kind: LOSS, isReport: true });
      return succeed('Metrc takes the next report, and its answer is lost.');
    default:
      return assertNever(press);
  }
}

export const REFUSAL: FaultKind = 'refusal';
export const LOSS: FaultKind = 'cut-after-taking';

const count = (many: number, one: string) => `${formatNumber(many)} ${many === 1 ? one : `${one}s`}`;

function accept(
  state: MetrcState,
  { deliveryId, arrived }: Extract<PracticePress, { kind: 'accept' }>,
  now: Date,
): Pressed {
  const delivery = state.transfers
    .flatMap(({ deliveries }) => deliveries)
    .find(({ id }) => id === deliveryId);
  if (!delivery || delivery.receivedAt !== null) return refuse('This delivery was accepted already.');
  const received: Record<string, number> = {};
  const rejected: string[] = [];
  for (const { package: shipped } of delivery.packages) {
    const units = arrived[shipped.label] ?? shipped.quantity;
    if (!Number.isInteger(units) || units < 0 || units > shipped.quantity)
      return refuse(`${shipped.item.name}: enter a number from 0 to ${formatNumber(shipped.quantity)}.`);
    received[shipped.label] = units;
    if (units === 0) rejected.push(shipped.label);
  }
  acceptDelivery(state, deliveryId, now, { rejected, received });
  const taken = delivery.packages.length - rejected.length;
  const words = `${count(taken, 'package')} ${taken === 1 ? 'is' : 'are'} at the farm`;
  if (rejected.length === 0) return succeed(`Accepted: ${words}.`);
  return succeed(`Accepted: ${words}, ${formatNumber(rejected.length)} rejected.`);
}

function send(state: MetrcState, now: Date, zone: string): Pressed {
  const onTheWay = state.transfers.filter(({ deliveries }) => deliveries.some((each) => !each.receivedAt));
  if (onTheWay.length >= MOST_ON_THE_WAY)
    return refuse(`${MOST_ON_THE_WAY} deliveries are on the way. Accept one first.`);
  const { manifest } = sendDelivery(state, now, zone);
  return succeed(`A delivery is on its way, manifest ${manifest}.`);
}

/** The package, if it is at the farm and not finished. */
function packageAt(state: MetrcState, tag: string) {
  const found = Object.hasOwn(state.packages, tag) ? state.packages[tag] : undefined;
  return found?.finishedDate === null ? found : null;
}

const GONE = 'This package is no longer active. Choose another one.';

const changes: Readonly<
  Record<PackageChange, { words: string; change: (state: MetrcState, tag: string, now: Date) => unknown }>
> = {
  hold: {
    words: 'is on hold',
    change: (state, tag, now) => setHold(state, tag, { isOnHold: true }, now),
  },
  recall: {
    words: 'is on recall',
    change: (state, tag, now) => setHold(state, tag, { isOnRecall: true }, now),
  },
  investigation: {
    words: 'is under investigation',
    change: (state, tag, now) => setHold(state, tag, { isOnInvestigation: true }, now),
  },
  end: {
    words: 'is free again',
    change: (state, tag, now) =>
      setHold(state, tag, { isOnHold: false, isOnRecall: false, isOnInvestigation: false }, now),
  },
  passed: {
    words: 'passed its test',
    change: (state, tag, now) => setTestState(state, tag, 'TestPassed', now),
  },
  failed: {
    words: 'failed its test',
    change: (state, tag, now) => setTestState(state, tag, 'TestFailed', now),
  },
};

function changePackage(
  state: MetrcState,
  { tag, what }: Extract<PracticePress, { kind: 'package' }>,
  now: Date,
): Pressed {
  const found = packageAt(state, tag);
  if (!found) return refuse(GONE);
  changes[what].change(state, tag, now);
  return succeed(`${found.item.name} ${changes[what].words}.`);
}

function correct(
  state: MetrcState,
  { tag, quantity }: Extract<PracticePress, { kind: 'quantity' }>,
  now: Date,
  zone: string,
): Pressed {
  const found = packageAt(state, tag);
  if (!found) return refuse(GONE);
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > LARGEST_QUANTITY)
    return refuse(`Enter a whole number from 0 to ${formatNumber(LARGEST_QUANTITY)}.`);
  if (quantity === found.quantity)
    return refuse(`${found.item.name} has ${count(quantity, 'unit')} already. Enter another number.`);
  const note = 'Corrected in Metrc by hand';
  setQuantity(state, tag, { quantity, reason: 'Entry Error', note, date: dateAt(now, zone) }, now);
  return succeed(`${found.item.name} has ${count(quantity, 'unit')} now.`);
}
