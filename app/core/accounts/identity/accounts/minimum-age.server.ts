/** Checks the minimum age of an account, by the settings and the store's calendar. */
import type { BirthDateRule } from '#core/accounts/customers/birth-date.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { isOfAge } from '#kernel/age.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { parseDate, storeDate, systemClock } from '#kernel/time.ts';

/** The rule that checks a form's birth date; `form` contains the date that the last answer asked about. */
export async function birthDateRule(form: FormData): Promise<BirthDateRule> {
  const { store, compliance } = await readSettings();
  const asked = form.get('birthDateAsked');
  return {
    today: storeDate(systemClock(), store.zone),
    minimumAge: compliance.minimumAge,
    asked: typeof asked === 'string' && asked !== '' ? asked : null,
  };
}

/**
 * Refuses an account under the minimum age, whichever form the birth date (yyyy-mm-dd) comes from and whatever the
 * minimum was when it was typed.
 */
export async function checkMinimumAge(
  birthDate: string,
): Promise<Result<null, { kind: 'under-age'; minimum: number }>> {
  const { store, compliance } = await readSettings();
  const { minimumAge: minimum } = compliance;
  const today = storeDate(systemClock(), store.zone);
  return isOfAge(parseDate(birthDate), today, minimum)
    ? succeed(null)
    : refuse({ kind: 'under-age', minimum });
}
