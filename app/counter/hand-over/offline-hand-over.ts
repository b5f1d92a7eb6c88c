/**
 * Checks a hand-over on a tablet without a network, by the server's own rules for IDs and cash. The server checks it again
 * when it arrives.
 */
import { cashMessage, checkCash } from '#core/sales/orders/hand-over/cash.ts';
import {
  checkId,
  type IdProblem,
  idMessage,
  idProblemField,
  readNameMatch,
  suggestedRefusal,
} from '#core/sales/orders/hand-over/id-check.ts';
import { idText } from '#core/sales/orders/hand-over/id-text.ts';
import { takeOutMessage } from '#core/sales/orders/order-status.ts';
import { parseCash } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { idKinds } from '#kernel/statuses.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import type { StoredDay } from '../network/day-copy.ts';
import type { CounterAnswer } from './scanned-id.ts';

/** `fields` wait as they are; of the ID the rest is sealed first, null if none was checked. */
export type CheckedHandOver = { fields: Record<string, string>; toSeal: string | null };

export function checkHandOver(
  order: Pick<
    CounterOrder,
    'requiresId' | 'isWalkIn' | 'idChecked' | 'holder' | 'owed' | 'problems' | 'takeOut'
  >,
  form: FormData,
  { zone, minimumAge }: Pick<StoredDay, 'zone' | 'minimumAge'>,
  now = systemClock(),
): Result<CheckedHandOver, Partial<CounterAnswer>> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const received = parseCash(text('cashReceived'));
  const id = {
    idKind: idKinds.find((kind) => kind === text('idKind')),
    ...{ idIssuer: text('idIssuer').slice(0, 60), idExpiresOn: text('idExpiresOn') },
    ...{ idBirthDate: text('idBirthDate'), nameMatches: readNameMatch(text('nameMatches')) },
  };
  // The ID of a walk-in was checked when the order was made.
  const isProved = order.isWalkIn && order.idChecked !== null;
  const needsId = order.requiresId && !isProved;
  const checked = !needsId
    ? null
    : order.isWalkIn
      ? refuse([{ kind: 'id-check-too-old' as const }])
      : checkId(id, storeDate(now, zone), minimumAge, order.holder);
  const idNumber = text('idNumber').slice(0, 40);
  const numberMissing: readonly IdProblem[] =
    needsId && !order.isWalkIn && idText({ issuer: id.idIssuer, number: idNumber }) === null
      ? [{ kind: 'id-number-missing' }]
      : [];
  const problems = [...(checked && !checked.ok ? checked.problem : []), ...numberMissing];
  const cash = checkCash(received, order.owed);
  const ofOrder = [...order.problems, ...(order.takeOut.length > 0 ? [takeOutMessage(order.takeOut)] : [])];
  if (received === null || cash || problems.length > 0 || ofOrder.length > 0)
    return refuse({
      message: undefined,
      suggests: suggestedRefusal(problems),
      errors: {
        ...(ofOrder.length > 0 ? { '': ofOrder } : {}),
        ...Object.fromEntries(problems.map((each) => [idProblemField[each.kind], [idMessage(each)]])),
        ...(cash ? { cashReceived: [cashMessage(cash)] } : {}),
      },
    });
  const { idExpiresOn, idBirthDate } = id;
  const toSeal = checked?.ok ? JSON.stringify({ idExpiresOn, idBirthDate, idNumber }) : null;
  const fields = {
    ...(checked?.ok ? { idKind: checked.value.kind, idIssuer: checked.value.issuer } : {}),
    ...{
      nameMatches: text('nameMatches') || '1',
      cashReceived: text('cashReceived'),
      receivedCents: String(received),
    },
    owed: String(order.owed),
  };
  return succeed({ fields, toSeal });
}
