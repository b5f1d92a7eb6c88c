/** Turns the former shop's people into records: an account with its profiles, role, preferences and customer's entry. */
import {
  address,
  fullName,
  licenseId,
  licenseState,
  phone,
} from '#core/accounts/customers/profile-fields.ts';
import { LONG_AGO } from '#kernel/time.ts';
import { isForeignHash } from '#platform/secrets/password-hashing.ts';
import type { Note, PersonRecord, Preferences } from '../records.ts';
import { birthDateOf, flagOf, lineOf, momentOfRow, type Row, textOf, wholeOf, wordOf } from './tables.ts';

/** What is known of one person. Of two profiles, what the first does not say counts from the second. */
export type PersonRows = {
  id: string;
  user: Row | null;
  identities: readonly Row[];
  profiles: readonly Row[];
  customers: readonly Row[];
  roles: readonly Row[];
  preferences: Row | null;
};

const EMAIL = /^[^\s@<>()[\]\\,;:"']{1,64}@[a-z0-9](?:[a-z0-9.-]{0,180}[a-z0-9])?\.[a-z]{2,24}$/;

/** In lower case; null for what no mail could be sent to. */
export function emailOf(text: string): string | null {
  const email = text.trim().toLowerCase();
  return EMAIL.test(email) && !email.endsWith('.invalid') ? email : null;
}

/** Providers whose ids of people are the same for every shop. */
const ISSUERS: Readonly<Record<string, string>> = { google: 'https://accounts.google.com' };

/** The addresses a person is known by, the account's first. */
export function emailsOf({ user, profiles, customers }: PersonRows): string[] {
  return [user, ...profiles, ...customers].flatMap((row) => emailOf(textOf(row ?? undefined, 'email')) ?? []);
}

/**
 * @param firstWith the id of the first person with the address, which is this one's if it is new
 * @returns the record, or why the person is left out
 */
export function personOf(
  rows: PersonRows,
  firstWith: (email: string) => string,
): { record: PersonRecord | null; notes: Note[] } {
  const notes: Note[] = [];
  const say = (reason: string, isLeftOut = false) =>
    notes.push({ kind: 'person', sourceId: rows.id, isLeftOut, reason });
  const [email] = emailsOf(rows);
  if (email === undefined) {
    say('No usable email address', true);
    return { record: null, notes };
  }
  const first = firstWith(email);
  const mergedInto = first === rows.id ? null : first;
  if (mergedInto !== null) say('Another account has the same email address: what this one has goes there');
  if (rows.profiles.length > 1) say('Two profiles: what the first leaves open comes from the second');
  const facts = [...rows.profiles, ...rows.customers];
  const isConfirmed = momentOfRow(rows.user ?? undefined, 'email_confirmed_at', 'confirmed_at') !== null;
  const record: PersonRecord = {
    sourceId: rows.id,
    email,
    mergedInto,
    isConfirmed,
    name: nameOf(rows, email, say),
    passwordHash: passwordOf(rows, isConfirmed, say),
    providers: isConfirmed ? providersOf(rows.identities, say) : [],
    role: roleOf(rows),
    createdAt: momentOfRow(rows.user ?? facts[0], 'created_at') ?? firstMoment(facts),
    ...contactOf(rows, facts, say),
    ...licenseOf(facts, say),
    ...ageOf(facts, say),
    isBanned: isBanned(rows),
    banReason: isBanned(rows) ? 'Banned before the shop moved here' : null,
    loyaltyPoints: Math.min(wholeIn(facts, 'loyalty_points') ?? 0, 1_000_000),
    preferences: rows.preferences && preferencesOf(rows.preferences),
  };
  return { record, notes };
}

type Say = (reason: string, isLeftOut?: boolean) => void;

const firstIn = <T>(rows: readonly Row[], read: (row: Row) => T | null): T | null => {
  for (const row of rows) {
    const value = read(row);
    if (value !== null) return value;
  }
  return null;
};
const wholeIn = (rows: readonly Row[], ...names: string[]) => firstIn(rows, (row) => wholeOf(row, ...names));
const firstMoment = (rows: readonly Row[]) =>
  firstIn(rows, (row) => momentOfRow(row, 'created_at', 'updated_at')) ?? LONG_AGO;

/** A name goes into mail, so one that could be a link is written without what makes it one. */
function nameOf({ user, profiles, customers }: PersonRows, email: string, say: Say): string {
  const meta = user?.raw_user_meta_data;
  const told = typeof meta === 'object' && meta !== null ? (meta as Row) : undefined;
  const given =
    firstIn(profiles, (row) => lineOf(row, 120, 'full_name', 'name')) ??
    firstIn(customers, (row) => {
      const both = [lineOf(row, 60, 'first_name'), lineOf(row, 60, 'last_name')].filter(Boolean).join(' ');
      return both || null;
    }) ??
    lineOf(told, 120, 'full_name', 'name');
  const [local = ''] = email.split('@');
  if (given === null) return plainName(local) ?? 'Customer';
  const read = fullName.safeParse(given);
  if (read.success) return read.data;
  say('The name has characters or a web address that mail must not carry, and is written without them');
  return plainName(given) ?? plainName(local) ?? 'Customer';
}

function plainName(text: string): string | null {
  const read = fullName.safeParse(
    text
      .normalize('NFKC')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
      .replaceAll(/\bwww\b/gi, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 120),
  );
  return read.success ? read.data : null;
}

function passwordOf({ user }: PersonRows, isConfirmed: boolean, say: Say): string | null {
  const hash = textOf(user ?? undefined, 'encrypted_password').trim();
  if (hash === '') return null;
  // A person who signed up with someone else's address must not get in once that person confirms it.
  if (!isConfirmed) {
    say('The email was never confirmed: the person gets in with ‘Forgot password?’, which confirms it');
    return null;
  }
  if (isForeignHash(hash)) return hash;
  say('The password cannot be read here: the person gets in with ‘Forgot password?’');
  return null;
}

function providersOf(identities: readonly Row[], say: Say): PersonRecord['providers'] {
  return identities.flatMap((row) => {
    const name = wordOf(row, 'provider');
    if (name === 'email' || name === 'phone' || name === '') return [];
    const data = row.identity_data;
    const told = typeof data === 'object' && data !== null ? (data as Row) : undefined;
    const subject = lineOf(row, 200, 'provider_id') ?? lineOf(told, 200, 'sub');
    const issuer = ISSUERS[name];
    if (issuer !== undefined && subject !== null) return [{ issuer, subject }];
    say(
      `Signs in with ${name}, whose ids differ by shop: the person gets in with ‘Forgot password?’ and links it again`,
    );
    return [];
  });
}

/** A profile's own role counts for nothing: people could write it. */
function roleOf({ roles }: PersonRows): PersonRecord['role'] {
  const named = roles.map((row) => wordOf(row, 'role'));
  return named.includes('admin') ? 'admin' : named.includes('staff') ? 'staff' : 'user';
}

function contactOf({ user }: PersonRows, facts: readonly Row[], say: Say) {
  const phoneText =
    firstIn(facts, (row) => lineOf(row, 40, 'phone')) ?? lineOf(user ?? undefined, 40, 'phone');
  const read = phone.safeParse(phoneText ?? '');
  if (!read.success) say('The phone number is not one');
  const where = address.safeParse(firstIn(facts, (row) => lineOf(row, 300, 'address')) ?? '');
  return {
    phone: read.success ? read.data : null,
    address: where.success ? where.data : null,
    city: firstIn(facts, (row) => lineOf(row, 100, 'city')),
    state: firstIn(facts, (row) => lineOf(row, 40, 'state')),
    zipcode: firstIn(facts, (row) => lineOf(row, 12, 'zipcode', 'zip')),
  };
}

function licenseOf(facts: readonly Row[], say: Say) {
  const number = licenseId.safeParse(firstIn(facts, (row) => lineOf(row, 40, 'license_id')) ?? '');
  const state = licenseState.safeParse(
    firstIn(facts, (row) => lineOf(row, 40, 'license_state'))?.toUpperCase() ?? '',
  );
  if (!number.success) say('The license number is not one');
  if (!state.success) say('The state of the license is not one');
  const has = number.success && number.data !== null;
  return {
    licenseId: number.success ? number.data : null,
    licenseState: state.success ? state.data : null,
    licenseVerified: has && facts.some((row) => flagOf(row, 'license_verified') === true),
  };
}

const ADULT = 21;

/** A rejection counts more than an approval, and a birth date more than both. */
function ageOf(facts: readonly Row[], say: Say) {
  const told = firstIn(facts, (row) => lineOf(row, 40, 'birth_date'));
  const birthDate = firstIn(facts, (row) => birthDateOf(row, 'birth_date'));
  if (told !== null && birthDate === null) say('The birth date is not one');
  const decisions = facts.map((row) => flagOf(row, 'is_verified_over_21'));
  const decided = decisions.includes(false) ? false : decisions.includes(true) ? true : null;
  const decidedAt = firstIn(facts, (row) => momentOfRow(row, 'updated_at', 'created_at')) ?? LONG_AGO;
  const isTooYoung =
    decided === true &&
    birthDate !== null &&
    Number(decidedAt.slice(0, 4)) - Number(birthDate.slice(0, 4)) < ADULT;
  if (isTooYoung) say('The age was approved although the birth date says otherwise: staff decide again');
  const isVerifiedOver21 = isTooYoung ? null : decided;
  return { birthDate, isVerifiedOver21, ageDecidedAt: isVerifiedOver21 === null ? null : decidedAt };
}

function isBanned({ user, profiles, customers }: PersonRows): boolean {
  const until = momentOfRow(user ?? undefined, 'banned_until');
  return (
    [...profiles, ...customers].some((row) => flagOf(row, 'is_banned') === true) ||
    profiles.some((row) => wordOf(row, 'status') === 'banned') ||
    (until !== null && until > new Date().toISOString())
  );
}

/** What is not said is as for a person without preferences. */
function preferencesOf(row: Row): Preferences {
  return {
    orderUpdates: flagOf(row, 'order_updates') ?? true,
    accountUpdates: flagOf(row, 'account_updates') ?? true,
    promotional: flagOf(row, 'promotional') ?? false,
    emailNotifications: flagOf(row, 'email_notifications') ?? true,
    // A browser agrees to push messages, and no browser has agreed here.
    pushNotifications: false,
  };
}
