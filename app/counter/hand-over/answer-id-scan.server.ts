/**
 * Answers a scanned license: fills the fields of the ID check from its barcode, or says why it does not count. The text
 * of the barcode is neither saved nor logged nor sent back.
 */
import { data } from 'react-router';
import { z } from 'zod';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import {
  checkId,
  type IdProblem,
  idMessage,
  idProblemField,
  suggestedRefusal,
} from '#core/sales/orders/hand-over/id-check.ts';
import { idCardMessage, parseIdCard } from '#core/sales/orders/id-card/id-card.ts';
import { notAnIdMessage, readScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { newId } from '#kernel/ids.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { readForm } from '#platform/requests/form.ts';
import { BARCODE } from './counter-forms.ts';
import { type CounterAnswer, FILLED, scannedOf } from './scanned-id.ts';

const scanForm = z.object({ [BARCODE]: z.string().default('') });

const NOTHING = 'Scan the barcode on the back of the license into this field first.';

/** @param message what staff read: a walk-in has no order to refuse */
export async function answerScan(
  form: FormData,
  url: string,
  message: (problem: IdProblem) => string = idMessage,
) {
  const read = readForm(form, scanForm, [BARCODE]);
  const text = String(form.get(BARCODE) ?? '');
  const { store, compliance } = await readSettings();
  const today = storeDate(systemClock(), store.zone);
  const code = readScannedCode(text, new URL(url).host);
  const card = parseIdCard(text, today);
  if (!card.ok) {
    const why = code.kind === 'id-card' ? idCardMessage(card.problem) : notAnIdMessage(code);
    const refusal = read.refused(text.trim() === '' ? NOTHING : why, BARCODE);
    // What the card before filled is not this card's; what was typed stays.
    const isOfAnother = code.kind === 'id-card' && refusal.values.filledBy === 'scan';
    const values = isOfAnother ? { ...refusal.values, ...FILLED, ...numberFor(form, '') } : refusal.values;
    return data<CounterAnswer>(
      { ...refusal, values, scan: newId(), scanned: scannedOf(values, today) },
      { status: 400 },
    );
  }
  const { kind, issuer, number, expiresOn, birthDate, firstName, middleName, lastName, cut } = card.value;
  const values = {
    idKind: kind,
    idIssuer: issuer.name,
    idExpiresOn: expiresOn === 'none' ? '' : expiresOn.toString(),
    idBirthDate: birthDate.toString(),
  };
  const filled = {
    ...read.refused().values,
    ...FILLED,
    ...values,
    ...numberFor(form, number),
    ...{ filledBy: 'scan', scannedBirthDate: values.idBirthDate, firstName, middleName, lastName },
    nameCut: cut.firstName === 'cut' || cut.lastName === 'cut' ? '1' : '',
  };
  // The name is compared by staff, with the person in front of them.
  const checked = checkId({ ...values, nameMatches: true }, today, compliance.minimumAge, '');
  const problems = checked.ok ? [] : checked.problem;
  const suggests = suggestedRefusal(problems);
  return data<CounterAnswer>(
    {
      values: filled,
      errors: Object.fromEntries(problems.map((each) => [idProblemField[each.kind], [message(each)]])),
      scan: newId(),
      scanned: scannedOf(filled, today),
      suggests,
      // Not 'One thing to correct': nothing is to be typed over what the card says.
      ...(suggests ? { message: 'Do not sell' } : {}),
    },
    { status: problems.length > 0 ? 400 : 200 },
  );
}

/** A page from before the field has none. */
const numberFor = (form: FormData, number: string): Record<string, string> =>
  form.has('idNumber') ? { idNumber: number } : {};
