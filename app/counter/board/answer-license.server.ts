/**
 * Answers a license that was scanned on the board: it leads to its person's order of today, or to several. The text of the
 * barcode is neither saved nor logged nor sent back: the tablet that scanned it gives it to the order's page.
 */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { arrivalMessage } from '#core/sales/orders/hand-over/arrival.ts';
import { recordArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { idCardMessage, parseIdCard } from '#core/sales/orders/id-card/id-card.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import type { BoardSays } from './board-form.ts';
import { readOrdersOfLicense } from './license-orders-queries.server.ts';
import type { LicenseAnswer } from './scan-answer.ts';

const NO_ORDER =
  'No open order of today has the name on this license. Search by order number, or start a walk-in.';

export async function answerLicense(actor: SignedIn, form: FormData) {
  const now = systemClock();
  const { zone } = (await readSettings()).store;
  const card = parseIdCard(String(form.get('barcode') ?? ''), storeDate(now, zone));
  if (!card.ok) return says(idCardMessage(card.problem));
  const found = await readOrdersOfLicense(actor, card.value, now);
  const [first, ...others] = found;
  if (!first) return says(NO_ORDER);
  const orders = found.map(({ number }) => number);
  const leads = (leadsTo: string): LicenseAnswer => ({ leadsTo, orders, key: String(form.get('key') ?? '') });
  if (others.length > 0) return leads(`/counter?${new URLSearchParams({ find: first.holder })}`);
  const outcome = await recordArrival(actor, first.number);
  if (!outcome.ok) return says(arrivalMessage(outcome.problem));
  return leads(`/counter/orders/${first.number}${first.isToPack ? '/packing' : ''}`);
}

const says = (message: string) => data<BoardSays>({ message }, { status: 400 });
