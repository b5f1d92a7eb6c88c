/** Generates the people of the demo store: three who can sign in, and customers who only have a history. */

import { encryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, userRoles, users } from '#db/schema/identity.ts';
import type { Role } from '#kernel/statuses.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { demoNames, demoPlaces } from './demo-names.ts';
import { insertRows } from './insert-rows.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

/** A person of the demo store. */
export type DemoPerson = {
  id: string;
  name: string;
  email: string;
  /** Store-local yyyy-mm-dd; null if never entered. */
  birthDate: string | null;
  role: Role;
  /** The staff's age decision: null undecided, true approved, false rejected. */
  ageDecision: boolean | null;
  isBanned: boolean;
  joinedAt: Date;
  place: { address: string; city: string; state: string; zipcode: string };
  phone: string;
  licenseId: string | null;
};

/** What the terminal shows, once. */
export type SignIn = { role: 'admin' | 'staff' | 'customer'; email: string; password: string };

export type DemoPeople = {
  admin: DemoPerson;
  staff: DemoPerson;
  customer: DemoPerson;
  /** Without passwords. */
  others: readonly DemoPerson[];
};

/** Generates the people: the same ones every time, with ages and dates relative to `now`. */
export function inventPeople(random: Random, now: Date): DemoPeople {
  const invent = (name: string, given: Partial<DemoPerson> = {}): DemoPerson => {
    const joinedAt = given.joinedAt ?? new Date(now.getTime() - random.between(100 * DAY, 500 * DAY));
    const [first = name, last = name] = name.split(' ');
    const town = random.pick(demoPlaces);
    return {
      id: random.idAt(joinedAt),
      name,
      email: `${first}.${last}@mail.example`.toLowerCase().replaceAll(/[^a-z.@]/g, ''),
      birthDate: birthDate(
        random,
        now,
        random.weighted([23, 28, 34, 41, 52, 63, 71], (age) => 80 - age),
      ),
      role: 'user',
      ageDecision: true,
      isBanned: false,
      place: { address: `${random.between(2, 980)} ${random.pick(town.streets)}`, ...town.place },
      phone: `(607) 555-01${String(random.between(0, 99)).padStart(2, '0')}`,
      licenseId: Array.from({ length: 9 }, () => random.between(0, 9)).join(''),
      ...given,
      joinedAt,
    };
  };
  const early = new Date(now.getTime() - 540 * DAY);
  const recently = (days: number) => new Date(now.getTime() - random.between(DAY / 4, days * DAY));
  const admin = invent('Nora Decker', { role: 'admin', email: 'admin@twobranches.example', joinedAt: early });
  const staff = invent('Sam Ostrander', {
    role: 'staff',
    email: 'staff@twobranches.example',
    joinedAt: early,
  });
  const customer = invent('Alex Rivers', {
    email: 'customer@twobranches.example',
    joinedAt: new Date(now.getTime() - 96 * DAY),
    birthDate: birthDate(random, now, 34),
  });
  const others = allNames().map((name, index, names) => {
    const fromEnd = names.length - index;
    // The last ones signed up recently; staff have not decided about most of them.
    if (fromEnd === 1) {
      return invent(name, {
        joinedAt: recently(9),
        ageDecision: null,
        birthDate: birthDate(random, now, 20),
      });
    }
    if (fromEnd === 2) {
      return invent(name, {
        joinedAt: recently(40),
        ageDecision: false,
        birthDate: birthDate(random, now, 19),
      });
    }
    if (fromEnd === 3) return invent(name, { joinedAt: recently(60), ageDecision: false });
    if (fromEnd === 4) return invent(name, { isBanned: true });
    if (fromEnd <= 14) {
      return invent(name, {
        joinedAt: recently(12),
        ageDecision: null,
        ...(index % 3 === 0 ? { birthDate: null, licenseId: null } : {}),
      });
    }
    return invent(name, index % 3 === 0 ? { joinedAt: recently(80) } : {});
  });
  return { admin, staff, customer, others };
}

/** Inserts them all; the three who can sign in have a confirmed email and a password. */
export async function writePeople(
  tx: Transaction,
  { admin, staff, customer, others }: DemoPeople,
  signIns: readonly SignIn[],
): Promise<void> {
  const everybody = [admin, staff, customer, ...others];
  await insertRows(
    tx,
    users,
    everybody.map(({ id, name, email, joinedAt }) => ({
      id,
      name,
      email,
      emailVerified: true,
      createdAt: joinedAt,
      updatedAt: joinedAt,
    })),
  );
  const withPassword = [admin, staff, customer].map((person) => {
    const signIn = signIns.find(({ email }) => email === person.email);
    if (!signIn) throw new Error(`no sign-in for ${person.email}`);
    return { person, password: signIn.password };
  });
  const rows = await Promise.all(
    withPassword.map(async ({ person, password }) => ({
      userId: person.id,
      accountId: person.id,
      providerId: 'credential',
      // The same hash that sign-in compares with.
      password: await hashPassword(password),
      createdAt: person.joinedAt,
      updatedAt: person.joinedAt,
    })),
  );
  await insertRows(tx, accounts, rows);
  await insertRows(
    tx,
    userRoles,
    everybody.map(({ id, role, joinedAt }) => ({ userId: id, role, updatedAt: joinedAt })),
  );
  await insertRows(tx, customerProfiles, everybody.map(profileRow));
}

function profileRow(person: DemoPerson): typeof customerProfiles.$inferInsert {
  const { id, licenseId } = person;
  return {
    userId: id,
    fullName: person.name,
    phone: person.phone,
    ...person.place,
    ...encryptLicense(licenseId, id),
    licenseState: licenseId && person.place.state,
    licenseVerified: person.ageDecision === true,
    birthDate: person.birthDate,
    isVerifiedOver21: person.ageDecision,
    ageDecidedAt: person.ageDecision === null ? null : person.joinedAt,
    isBanned: person.isBanned,
    banReason: person.isBanned ? 'Tried to buy for a person under 21.' : null,
    createdAt: person.joinedAt,
    updatedAt: person.joinedAt,
  };
}

/** The names as listed, after twice as many that combine first names with other last names. */
function allNames(): string[] {
  const firsts = demoNames.map((name) => name.slice(0, name.indexOf(' ')));
  const lasts = demoNames.map((name) => name.slice(name.indexOf(' ') + 1));
  const mixed = [11, 23].flatMap((shift) =>
    firsts.map((first, index) => `${first} ${lasts[(index + shift) % lasts.length]}`),
  );
  return [...mixed, ...demoNames];
}

/** A birthday for a person of that age today, at least a month past it. */
function birthDate(random: Random, now: Date, age: number): string {
  const day = new Date(now.getTime() - random.between(31, 330) * DAY);
  day.setUTCFullYear(day.getUTCFullYear() - age);
  return day.toISOString().slice(0, 10);
}
