/** Defines the forms of an exchange: what is chosen in the address, and what is sent. */
import { z } from 'zod';
import { yesFields } from '#core/accounts/identity/pins/pin.ts';
import type { WantedExchange } from '#core/sales/orders/exchange/exchange-queries.server.ts';
import { parseCash } from '#kernel/money.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { idFields, idNumberField, scannedFields } from '../hand-over/counter-forms.ts';

const chosen = z.object({
  back: z.uuid(),
  out: z.coerce.number().int().positive().max(2_000_000_000),
  units: z.coerce.number().int().min(1).max(99),
});

/** null until both are chosen. As many units go out as come back. */
export function wantedOf(params: URLSearchParams): WantedExchange | null {
  const read = chosen.safeParse({
    ...{ back: params.get('back'), out: params.get('out') },
    units: params.get('units') ?? '1',
  });
  if (!read.success) return null;
  const { back, out, units } = read.data;
  return { back: { itemId: back, quantity: units }, out: { productId: out, quantity: units } };
}

export const exchangeForm = z
  .object({
    key: z.uuid(),
    version: shownNumber(),
    /** In cents; below zero it is returned. */
    due: z.coerce.number().int().min(-2_000_000_000).max(2_000_000_000),
    reason: z
      .string()
      .overwrite(cleanText)
      .max(300, 'Use at most 300 characters.')
      .refine(isPlainText, 'These characters cannot be saved.')
      .default(''),
    cashReceived: z.string().default('').transform(parseCash),
    ...idFields,
    ...scannedFields,
    idNumber: idNumberField,
    ...yesFields,
  })
  .transform(
    ({
      filledBy,
      scannedBirthDate,
      firstName,
      middleName,
      lastName,
      idKind,
      idIssuer,
      idExpiresOn,
      idBirthDate,
      idNumber,
      nameMatches,
      ...sent
    }) => ({
      ...sent,
      id: {
        ...{ idKind, idIssuer, idExpiresOn, idBirthDate, idNumber, nameMatches },
        scanned:
          filledBy === 'scan'
            ? { birthDate: scannedBirthDate, name: { firstName, middleName, lastName } }
            : null,
      },
    }),
  );
