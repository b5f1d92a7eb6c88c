/**
 * Answers a scanned license: fills the fields of the ID check from its barcode, or says why it does not count. The text
 * of the barcode is neither saved nor logged nor sent back.
 */
import { data } from 'react-router';
import { z } from 'zod';
import { checkId, idMessage, idProblemField } from '#core/orders/hand-over/id-check.ts';
import { type IdCard, idCardMessage, parseIdCard } from '#core/orders/id-card/id-card.ts';
import { notAnIdMessage, readScannedCode } from '#core/orders/scan/scanned-code.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { formatDate, storeDate, systemClock } from '#kernel/time.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';

/** The field with the text of the barcode. */
export const BARCODE = 'barcode';

/** What the page shows of a scanned license. */
export type ScannedId = Pick<IdCard, 'firstName' | 'middleName' | 'lastName'> & {
  /** Changes with each scan, so that the fields take its values. */
  scan: string;
  issuer: string;
  /** 'May 14, 1990' */
  born: string;
  hasExpiry: boolean;
  isNameCut: boolean;
};

export type ScanAnswer = FormRefusal & { scanned?: ScannedId };

const scanForm = z.object({ [BARCODE]: z.string().default('') });

export async function answerScan(form: FormData, url: string) {
  const read = readForm(form, scanForm, [BARCODE]);
  const text = String(form.get(BARCODE) ?? '');
  const { store, compliance } = await readSettings();
  const today = storeDate(systemClock(), store.zone);
  const code = readScannedCode(text, new URL(url).host);
  const card = parseIdCard(text, today);
  if (!card.ok) {
    const message = code.kind === 'id-card' ? idCardMessage(card.problem) : notAnIdMessage(code);
    const refusal = read.refused(text.trim() === '' ? NOTHING : message, BARCODE);
    // What the card before filled is not this card's; what was typed stays.
    const isOfAnother = code.kind === 'id-card' && refusal.values.filledBy === 'scan';
    const values = isOfAnother ? { ...refusal.values, ...EMPTY } : refusal.values;
    return data<ScanAnswer>({ ...refusal, values }, { status: 400 });
  }
  const { kind, issuer, expiresOn, birthDate, firstName, middleName, lastName, cut } = card.value;
  const expires = expiresOn === 'none' ? '' : expiresOn.toString();
  const values = {
    idKind: kind,
    idIssuer: issuer.name,
    idExpiresOn: expires,
    idBirthDate: birthDate.toString(),
  };
  const filled = { ...read.refused().values, ...EMPTY, ...values, filledBy: 'scan' };
  // The name is compared by staff, with the person in front of them.
  const checked = checkId({ ...values, nameMatches: true }, today, compliance.minimumAge, '');
  const problems = checked.ok ? [] : checked.problem;
  return data<ScanAnswer>(
    {
      values: filled,
      errors: Object.fromEntries(problems.map((each) => [idProblemField[each.kind], [idMessage(each)]])),
      scanned: {
        ...{ scan: newId(), firstName, middleName, lastName },
        issuer: issuer.name,
        born: formatDate(birthDate),
        hasExpiry: expires !== '',
        isNameCut: cut.firstName === 'cut' || cut.lastName === 'cut',
      },
    },
    { status: problems.length > 0 ? 400 : 200 },
  );
}

/** The fields of one card. */
const EMPTY = { idKind: '', idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: '', filledBy: '' };

const NOTHING = 'Scan the barcode on the back of the license into this field first.';
