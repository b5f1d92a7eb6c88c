/** Finds people by a part of their name, email or phone number, for every back-office list with people. */
import { ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import type { Counted } from '#kernel/list-state.ts';

/** Fewer would let anyone who may search work out a masked number, digit by digit. */
const FEWEST_DIGITS = 7;
/** Up to this many are looked up by id; a larger group turns up often enough while a list is read in its order. */
const FEW = 1000;

/** The people found: a few, by their ids, or too many to list. */
export type FoundPeople = { ids: readonly string[] } | { isMany: true };

/** The people who match a search, or null for an empty search. A text of two letters matches many. */
export async function findPeople(text: string | undefined): Promise<FoundPeople | null> {
  if (!text) return null;
  // A person who matches by name and by email counts twice.
  const limit = 2 * FEW + 1;
  const rows = await peopleCalled(text).limit(limit);
  const ids = [...new Set(rows.map(({ id }) => id))];
  return rows.length < limit && ids.length <= FEW ? { ids } : { isMany: true };
}

/**
 * People whose name or email contains this text, in any case, or whose phone number contains its digits. Each part has
 * its own index, which an OR over two tables would not use.
 */
export function peopleCalled(text: string) {
  const { pattern, digits } = partsOf(text);
  const profiles = () => database().select({ id: customerProfiles.userId }).from(customerProfiles);
  const byName = profiles().where(ilike(customerProfiles.fullName, pattern));
  const byEmail = database().select({ id: users.id }).from(users).where(ilike(users.email, pattern));
  return digits ? unionAll(byName, byEmail, profiles().where(hasDigits(digits))) : unionAll(byName, byEmail);
}

/**
 * Whether a profile is one of these people.
 * @param found the result of `findPeople`; without it the query compares the text itself, which suits a list read to
 * its end.
 */
export function isFound(text: string, found: FoundPeople | null = null): SQL | undefined {
  if (found && 'ids' in found) return inArray(customerProfiles.userId, [...found.ids]);
  const { pattern, digits } = partsOf(text);
  return or(
    ilike(customerProfiles.fullName, pattern),
    // A subquery per row: an EXISTS would read all users first.
    sql`(select u.email from ${users} u where u.id = ${customerProfiles.userId}) ilike ${pattern}`,
    digits ? hasDigits(digits) : undefined,
  );
}

/** How many profiles match. With many matches, counting them all is of little use. */
export function countProfiles(matching: SQL | undefined, found: FoundPeople | null): Promise<Counted> {
  return countRows(customerProfiles, matching, found && 'isMany' in found ? FEW : undefined);
}

function partsOf(text: string): { pattern: string; digits: string | null } {
  const digits = text.replaceAll(/\D/g, '');
  return {
    pattern: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
    digits: digits.length >= FEWEST_DIGITS && !/[a-z@]/i.test(text) ? digits : null,
  };
}

const hasDigits = (digits: string): SQL =>
  sql`regexp_replace(${customerProfiles.phone}, '\\D', '', 'g') like ${`%${digits}%`}`;
