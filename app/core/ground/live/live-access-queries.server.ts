/**
 * Reads from the database who may listen: once when a stream opens, then for all streams together every few seconds.
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { heldRights } from '#core/ground/access/account-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { displays } from '#db/schema/displays.ts';
import { sessions, userRoles } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { type Topic, thingOf } from '#kernel/topic.ts';
import type { StillAllowed } from '#platform/live/live-hub.ts';
import { topicAccess } from './live-access.ts';

/** A screen for customers that staff paired: it hears of its register, or of the line. */
export type DisplayListener = { kind: 'display'; displayId: string; registerId: string | null };

export type Listener = SignedIn | DisplayListener;

/** What a paired screen listens to. */
export const topicOfDisplay = ({ registerId }: DisplayListener): Topic =>
  registerId === null ? 'line' : `register:${registerId}`;

/** The topics that this person may listen to. */
export async function topicsFor(actor: SignedIn, wanted: readonly Topic[]): Promise<readonly Topic[]> {
  const owners = await ownersOf(wanted.filter((topic) => topicAccess(actor, topic) === 'if-owner'));
  return wanted.filter((topic) => hears(actor, topic, owners));
}

/**
 * A listener may continue if its session lives, its role and ban are unchanged, and with its rights of now it may still
 * listen to every topic. So may a screen that is paired as it was. Three queries at most, however many listen.
 */
export const stillAllowed: StillAllowed<Listener> = async (listeners) => {
  const people = listeners.flatMap(({ listener, topics }) =>
    listener.kind === 'display' ? [] : [{ listener, topics }],
  );
  const screens = listeners.flatMap(({ listener }) => (listener.kind === 'display' ? [listener] : []));
  const [allowed, paired] = await Promise.all([peopleAllowed(people), pairedScreens(screens)]);
  const ofPeople = allowed.values();
  return listeners.map(({ listener }) =>
    listener.kind === 'display'
      ? paired.get(listener.displayId) === listener.registerId
      : ofPeople.next().value === true,
  );
};

/** The registers of those screens that are still paired, by the screens' ids. */
async function pairedScreens(screens: readonly DisplayListener[]): Promise<Map<string, string | null>> {
  if (screens.length === 0) return new Map();
  const rows = await database()
    .select({ id: displays.id, registerId: displays.registerId })
    .from(displays)
    .where(
      inArray(
        displays.id,
        screens.map(({ displayId }) => displayId),
      ),
    );
  return new Map(rows.map(({ id, registerId }) => [id, registerId]));
}

const peopleAllowed: StillAllowed<SignedIn> = async (listeners) => {
  if (listeners.length === 0) return [];
  const owned = listeners.flatMap(({ listener, topics }) =>
    topics.filter((topic) => topicAccess(listener, topic) === 'if-owner'),
  );
  const [standings, owners] = await Promise.all([
    standingOf([...new Set(listeners.map(({ listener }) => listener.sessionId))]),
    ownersOf(owned),
  ]);
  return listeners.map(({ listener, topics }) => {
    const standing = standings.get(listener.sessionId);
    if (!standing || standing.isBanned !== listener.isBanned || standing.role !== listener.role) return false;
    const { rights } = standing;
    return topics.every((topic) => hears({ ...listener, rights: rights ?? undefined }, topic, owners));
  });
};

type Owners = ReadonlyMap<string, string>;

function hears(actor: SignedIn, topic: Topic, owners: Owners): boolean {
  const access = topicAccess(actor, topic);
  return access === 'if-owner' ? owners.get(topic) === actor.userId : access === 'allowed';
}

/** The customer of each order that a topic names. */
async function ownersOf(topics: readonly Topic[]): Promise<Owners> {
  const ids = [...new Set(topics.flatMap((topic) => thingOf(topic)?.id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .where(inArray(orders.id, ids));
  return new Map(rows.flatMap(({ id, userId }) => (userId === null ? [] : [[`order:${id}`, userId]])));
}

async function standingOf(sessionIds: readonly string[]) {
  const rows = await database()
    .select({
      sessionId: sessions.id,
      isBanned: sql<boolean>`coalesce(${customerProfiles.isBanned}, false)`,
      role: sql<SignedIn['role']>`coalesce(${userRoles.role}, 'user')`,
      rights: heldRights,
    })
    .from(sessions)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, sessions.userId))
    .where(and(inArray(sessions.id, [...sessionIds]), gt(sessions.expiresAt, sql`now()`)));
  return new Map(rows.map(({ sessionId, ...standing }) => [sessionId, standing]));
}
