/**
 * The check of an ID at the counter, made for every hand-over of what is sold to adults only; no account
 * replaces it (Cannabis Law §85; docs/law.md, 'Proof of age'). What is kept is the outcome, not the document.
 */
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isOfAge } from '#kernel/age.ts';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { type IdKind, type IdRefusal, idKinds, idRefusals } from '#kernel/statuses.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { parseDate } from '#kernel/time.ts';

export const idKindLabel: Readonly<Record<IdKind, string>> = {
  driver_license: 'Driver’s license (US, territory or Canadian province)',
  state_id: 'State or provincial non-driver ID',
  passport: 'Passport, any country',
  military_id: 'US military ID',
};

export const idRefusalLabel: Readonly<Record<IdRefusal, string>> = {
  under_age: 'Under age',
  expired: 'ID expired',
  mismatch: 'ID is somebody else’s',
  unreadable: 'ID unreadable or not accepted',
  intoxicated: 'Visibly intoxicated',
  other: 'Other',
};

const text = (maximum: number) => z.string().trim().max(maximum).refine(isWellFormedText);

/** What is typed at the counter. */
export const handOverForm = z.object({
  version: z.coerce.number().int().min(1),
  idKind: z.enum(idKinds).optional(),
  idIssuer: text(60).default(''),
  /** yyyy-mm-dd */
  idExpiresOn: text(10).default(''),
  idBirthDate: text(10).default(''),
  nameMatches: z
    .string()
    .optional()
    .transform((value) => value === '1'),
  /** Dollars and cents as typed, '60' or '60.00'. */
  cashReceived: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{2})?$/, 'Enter the cash received, such as 60 or 60.00.')
    .transform((value) => Math.round(Number(value) * 100)),
});

export type HandOverInput = z.output<typeof handOverForm>;

export const refuseForm = z.object({
  version: z.coerce.number().int().min(1),
  refusal: z.enum(idRefusals, { message: 'Choose why the order was not handed over.' }),
  note: text(500).default(''),
});

export type RefuseInput = z.output<typeof refuseForm>;

export type IdProblem =
  | { kind: 'id-missing' }
  | { kind: 'id-issuer-missing' }
  | { kind: 'id-expiry-missing' }
  | { kind: 'id-expired' }
  | { kind: 'id-birth-date-missing' }
  | { kind: 'id-under-age'; minimum: number }
  | { kind: 'id-name-mismatch' };

/** Whether the ID lets its holder take the order home on that store-local day. Unknown means no. */
export function checkId(
  id: Pick<HandOverInput, 'idKind' | 'idIssuer' | 'idExpiresOn' | 'idBirthDate' | 'nameMatches'>,
  today: Temporal.PlainDate,
  minimumAge: number,
): Result<{ kind: IdKind; issuer: string; expiresOn: string }, IdProblem> {
  if (!id.idKind) return refuse({ kind: 'id-missing' });
  if (id.idIssuer === '') return refuse({ kind: 'id-issuer-missing' });
  const expires = parseDate(id.idExpiresOn);
  if (!expires) return refuse({ kind: 'id-expiry-missing' });
  if (id.idExpiresOn < today.toString()) return refuse({ kind: 'id-expired' });
  const birth = parseDate(id.idBirthDate);
  if (!birth) return refuse({ kind: 'id-birth-date-missing' });
  if (!isOfAge(birth, today, minimumAge)) return refuse({ kind: 'id-under-age', minimum: minimumAge });
  if (!id.nameMatches) return refuse({ kind: 'id-name-mismatch' });
  return succeed({ kind: id.idKind, issuer: id.idIssuer, expiresOn: id.idExpiresOn });
}

/** Which field of the form the problem is about. */
export const idProblemField: Readonly<Record<IdProblem['kind'], string>> = {
  'id-missing': 'idKind',
  'id-issuer-missing': 'idIssuer',
  'id-expiry-missing': 'idExpiresOn',
  'id-expired': 'idExpiresOn',
  'id-birth-date-missing': 'idBirthDate',
  'id-under-age': 'idBirthDate',
  'id-name-mismatch': 'nameMatches',
};

export function idMessage(problem: IdProblem): string {
  switch (problem.kind) {
    case 'id-missing':
      return 'Choose the kind of ID you looked at.';
    case 'id-issuer-missing':
      return 'Enter the state, province or country that issued the ID.';
    case 'id-expiry-missing':
      return 'Enter the date the ID expires.';
    case 'id-expired':
      return 'This ID has expired, so it proves nothing. Ask for another, or refuse the order.';
    case 'id-birth-date-missing':
      return 'Enter the birth date on the ID.';
    case 'id-under-age':
      return `The ID says under ${problem.minimum}. Do not hand the order over; refuse it.`;
    case 'id-name-mismatch':
      return 'The name on the ID has to be the customer’s. Tick the box, or refuse the order.';
    default:
      return assertNever(problem);
  }
}
