/** Generates account activity for demo people: sign-ins before they reserve or work, and completed profiles. */

import { type ProfileField, profileLabels, updateWords } from '#core/accounts/customers/profile.ts';
import { deviceOf } from '#core/ground/activity/device.ts';
import { tracesOf } from '#core/ground/activity/sign-in-trace.ts';
import type { userActivity } from '#db/schema/activity.ts';
import type { CoursedOrder } from './demo-course.ts';
import type { HeldProduct } from './demo-held.ts';
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Customers stay signed in for about this long; the counter signs in every day. */
const CUSTOMERS_SESSION = 6 * DAY;
const STAFF_SESSION = 10 * HOUR;

const desktop = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
].map(deviceOf);
const phones = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
].map(deviceOf);

type ActivityRow = typeof userActivity.$inferInsert & { createdAt: Date };

/** All people's history, each person's oldest first; no one does anything before they joined. */
export function activityOf(
  random: Random,
  { admin, staff, customer, others }: DemoPeople,
  orders: readonly CoursedOrder[],
  holds: readonly HeldProduct[],
): ActivityRow[] {
  const busy = Map.groupBy(
    [
      ...orders.flatMap(({ course }) => course),
      ...holds.flatMap(({ moments }) => moments.flatMap(({ at, by }) => (by ? [{ at, by }] : []))),
    ],
    ({ by }) => by,
  );
  return [admin, staff, customer, ...others].flatMap((person) => {
    const times = (busy.get(person) ?? []).map(({ at }) => at.getTime()).sort((left, right) => left - right);
    const session = person.role === 'user' ? CUSTOMERS_SESSION : STAFF_SESSION;
    const signIns = signInsOf(random, person, times, session);
    return person === customer ? [profileFilledIn(random, person), ...signIns] : signIns;
  });
}

/** A sign-in before each activity, if the previous session has ended by then. */
function signInsOf(
  random: Random,
  person: DemoPerson,
  times: readonly number[],
  session: number,
): ActivityRow[] {
  const home = `${random.pick(['198.51.100', '203.0.113'])}.${random.between(2, 250)}`;
  const abroad = `192.0.2.${random.between(2, 250)}`;
  const computer = random.pick(desktop);
  const phone = random.pick(phones);
  const signIns: { device: string; ip_address: string }[] = [];
  let ends = Number.NEGATIVE_INFINITY;
  return times.flatMap((time): ActivityRow[] => {
    if (time < ends) return [];
    const at = new Date(Math.max(time - random.between(2, 9) * MINUTE, person.joinedAt.getTime()));
    ends = at.getTime() + session;
    const device = person.role === 'user' && random.chance(0.55) ? phone : computer;
    const metadata = {
      device: device.name,
      ip_address: device.mobile && random.chance(0.15) ? abroad : home,
    };
    const traces = tracesOf(metadata, signIns);
    signIns.unshift(metadata);
    const signIn = {
      type: device.mobile ? ('mobile_login' as const) : ('login' as const),
      description: `Signed in with ${device.name}`,
      metadata,
    };
    return [signIn, ...traces].map(({ type, description, metadata = {} }, index) => {
      const createdAt = new Date(at.getTime() + index);
      return {
        id: random.idAt(createdAt),
        userId: person.id,
        activityType: type,
        description,
        metadata,
        createdAt,
      };
    });
  });
}

/** On the day they joined. */
function profileFilledIn(random: Random, { id, joinedAt }: DemoPerson): ActivityRow {
  const fields: readonly ProfileField[] = ['phone', 'address', 'licenseState', 'licenseId'];
  const at = new Date(joinedAt.getTime() + 4 * MINUTE);
  return {
    id: random.idAt(at),
    userId: id,
    activityType: 'profile_update',
    description: updateWords(fields),
    metadata: { fields: fields.map((field) => profileLabels[field]).join(', ') },
    createdAt: at,
  };
}
