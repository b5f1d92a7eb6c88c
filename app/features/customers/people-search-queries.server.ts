/** Finds people by a part of their name, email or phone number: for every list of the back office that has them. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';

/** Fewer digits are in half of all phone numbers. */
const FEWEST_DIGITS = 4;

/**
 * Whether a profile is one of the people whose name or email holds this text, in any case, or whose phone number
 * holds its digits. Each part has an index of its own, which an OR over two tables would not use.
 */
export function isFound(text: string): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const digits = text.replaceAll(/\D/g, '');
  const byPhone =
    digits.length >= FEWEST_DIGITS && !/[a-z@]/i.test(text)
      ? sql` union select p.user_id from ${customerProfiles} p where regexp_replace(p.phone, '\\D', '', 'g') like ${`%${digits}%`}`
      : sql``;
  return inArray(
    customerProfiles.userId,
    sql`(select p.user_id from ${customerProfiles} p where p.full_name ilike ${pattern}
      union select u.id from ${users} u where u.email ilike ${pattern}${byPhone})`,
  );
}
