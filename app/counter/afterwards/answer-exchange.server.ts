/** Answers the form of an exchange: a license that is read, and the exchange itself. */
import { data, redirect } from 'react-router';
import { COLLEAGUE_SECRETS, yesMessage } from '#core/accounts/identity/pins/pin.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { exchangeErrors } from '#core/sales/orders/exchange/exchange.ts';
import { exchangeUnits } from '#core/sales/orders/exchange/exchange-units.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type ReadForm, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { answerScan } from '../hand-over/answer-id-scan.server.ts';
import { BARCODE } from '../hand-over/counter-forms.ts';
import { type CounterAnswer, scannedOf } from '../hand-over/scanned-id.ts';
import { readYesIfGiven } from '../kit/read-yes.server.ts';
import { exchangeForm, wantedOf } from './exchange-forms.ts';

export async function answerExchange(actor: SignedIn, number: string, form: FormData, request: Request) {
  if (form.has('readBarcode')) return answerScan(form, request.url);
  const wanted = wantedOf(new URL(request.url).searchParams);
  const read = readForm(form, exchangeForm, [BARCODE, ...COLLEAGUE_SECRETS]);
  if (!wanted)
    return redirectWithFlash(`/counter/orders/${number}/exchange`, 'Choose what goes out.', 'info');
  if (!read.ok) return refused(read, read.refused().errors, 400);
  const yes = await readYesIfGiven(request, actor, read.value);
  if (!yes.ok) return refused(read, { pin: [yesMessage(yes.problem)] }, statusOf(yes.problem));
  const outcome = await exchangeUnits(actor, number, { ...read.value, ...wanted, approver: yes.value });
  // Its page says what to give back, and prints the receipt.
  return outcome.ok
    ? redirect(`/counter/orders/${outcome.value.number}`)
    : refused(read, exchangeErrors(outcome.problem), statusOf(outcome.problem));
}

/** Everything entered stays on the page, with the card that was scanned; not the PIN. */
async function refused<T>(read: ReadForm<T>, errors: CounterAnswer['errors'], status: number) {
  const { zone } = (await readSettings()).store;
  const { values } = read.refused();
  return data<CounterAnswer>(
    { values, errors, scanned: scannedOf(values, storeDate(systemClock(), zone)) },
    { status },
  );
}
