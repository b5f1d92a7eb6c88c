/**
 * Defines the forms of an order at the counter: the hand-over, the refusal, the next step before it, the receipt after
 * it. Parsed on the server; browsers do not load their schemas.
 */
import { z } from 'zod';
import { email } from '#core/accounts/identity/sessions/sign-in.ts';
import {
  type HandOverInput,
  type RefuseInput,
  readNameMatch,
} from '#core/sales/orders/hand-over/id-check.ts';
import { parseCash } from '#kernel/money.ts';
import { idKinds, idRefusals, putOffReasons } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';

const text = (maximum: number) => z.string().overwrite(cleanText).max(maximum).refine(isPlainText);

/** The field with the text of a license's barcode. It is never sent back. */
export const BARCODE = 'barcode';

/** An ID as it was scanned or typed. */
export const idFields = {
  idKind: z.enum(idKinds).optional(),
  idIssuer: text(60).default(''),
  /** yyyy-mm-dd */
  idExpiresOn: text(10).default(''),
  idBirthDate: text(10).default(''),
  nameMatches: z.string().optional().transform(readNameMatch),
};

/** The cash due that the page showed, in cents. */
const shownAmount = z.coerce.number().int().min(0).max(2_000_000_000).optional().catch(undefined);

/** What the barcode of a scanned ID says: hidden fields, beside those that staff may correct. */
export const scannedFields = {
  filledBy: z.string().optional(),
  scannedBirthDate: text(10).default(''),
  ...{ firstName: text(80).default(''), middleName: text(80).default(''), lastName: text(80).default('') },
};

/** The limits of its person count by it; only its keyed hash is stored. */
export const idNumberField = text(40).default('');

/** The values entered at the counter. */
export const handOverForm: z.ZodType<HandOverInput> = z
  .object({
    version: shownNumber(),
    /** A form without a key of ours is an attempt of its own. */
    key: z.uuid().optional().catch(undefined),
    ...idFields,
    ...scannedFields,
    idNumber: idNumberField,
    cashReceived: z.string().default('').transform(parseCash),
    owed: shownAmount,
  })
  .transform(({ filledBy, scannedBirthDate, firstName, middleName, lastName, ...typed }) => ({
    ...typed,
    scanned:
      filledBy === 'scan' ? { birthDate: scannedBirthDate, name: { firstName, middleName, lastName } } : null,
  }));

export const refuseForm: z.ZodType<RefuseInput> = z.object({
  version: shownNumber(),
  key: z.uuid().optional().catch(undefined),
  refusal: z.enum(idRefusals, { message: 'Choose a reason.' }),
  note: text(500).default(''),
});

/** The customer takes the order another time. */
export const putOffForm = z.object({ why: z.enum(putOffReasons) });

/** What is missing before the hand-over: packing. */
export const stepForm = z.object({
  version: shownNumber(),
  intent: z.enum(['pack', 'take-over', 'ready']),
});

export const noteForm = z.object({ note: text(300).default('') });

export const receiptForm = z.object({ intent: z.enum(['email', 'text']) });

/** A receipt on a printer of the store. */
export const printForm = z.object({ printer: z.uuid(), key: z.uuid() });

/** The receipt of a walk-in: the address is typed for it. */
export const walkInReceiptForm = z.object({ key: z.uuid(), email: email });
