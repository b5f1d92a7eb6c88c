import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  may,
  ordinaryRights,
  type Rights,
  type SignedIn,
  startingSets,
} from '#core/ground/access/actor.ts';
import { everyonesPermissions, type Permission, permissionsOfRight } from '#core/ground/access/rights.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { sessions, sharedTablets, staffInvitations, userRoles, users } from '#db/schema/identity.ts';
import { rights as allBoxes, type Right } from '#kernel/statuses.ts';
import { newestToken } from '#tests/support/account-mail.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { someoneWaitsForLock } from '#tests/support/lock-waits.ts';
import { aPerson } from '#tests/support/people.ts';
import { readActorOfSession } from '../sessions/actor-queries.server.ts';
import { acceptInvitation } from './accept-invitation.server.ts';
import { changeRights } from './change-rights.server.ts';
import { changeRole } from './change-role.server.ts';
import { inviteStaff, takeInvitationBack } from './invite-staff.server.ts';
import { rightsKey } from './rights-form.ts';

let fresh: FreshDatabase;
let ada: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());
beforeEach(async () => {
  await fresh.db.delete(userRoles);
  await fresh.db.delete(staffInvitations);
  ada = await aPerson(fresh.db, { role: 'admin' });
});

const lead: Rights = startingSets.lead;
const giving: Rights = { ...lead, boxes: [...lead.boxes, 'people'] };
const none: Rights = { boxes: [], refundLimit: 0, discountLimit: 0 };

const staffWith = (rights: Rights) => aPerson(fresh.db, { role: 'staff', rights });
const give = (by: SignedIn, to: SignedIn, rights: Rights, before = to.rights ?? ordinaryRights) =>
  changeRights(by, { userId: to.userId, rights, from: rightsKey(before) });
const now = async (person: SignedIn): Promise<Actor> => readActorOfSession(person.sessionId);
const kindOf = (outcome: { ok: boolean; problem?: { kind: string } }) =>
  outcome.ok ? 'ok' : outcome.problem?.kind;

describe('rights', () => {
  test('count at the next request of an open session, and again when they are taken', async () => {
    const kim = await staffWith(ordinaryRights);
    expect(may(await now(kim), 'lots.receive')).toBe(false);
    expect(await give(ada, kim, lead)).toEqual({ ok: true, value: { changed: true } });
    expect(await now(kim)).toMatchObject({ role: 'staff', rights: { ...lead } });
    expect(may(await now(kim), 'lots.receive')).toBe(true);
    await give(ada, kim, ordinaryRights, lead);
    expect(may(await now(kim), 'lots.receive')).toBe(false);
  });

  test('that are taken while a command runs stop it at the commit; others go on', async () => {
    const kim = await staffWith(lead);
    const less: Rights = { ...lead, boxes: ['count', 'pause'] };
    const during = (permission: Permission) =>
      staffTransaction(
        kim,
        permission,
        'denied',
      )(async () => {
        await give(ada, kim, less);
        return 'done';
      });
    expect(await during('lots.receive')).toBe('denied');
    await give(ada, kim, lead, less);
    expect(await during('ordering.pause')).toBe('done');
  });

  test('a limit that is lowered while a command runs stops it, a higher one does not', async () => {
    const run = (kim: SignedIn, permission: Permission, to: Rights) =>
      staffTransaction(
        kim,
        permission,
        'denied',
      )(async () => {
        await give(ada, kim, to);
        return 'done';
      });
    const refund = (refundLimit: number | null) => ({ ...lead, refundLimit });
    const discount = (discountLimit: number) => ({ ...lead, discountLimit });
    expect(await run(await staffWith(refund(500)), 'refunds.record', refund(499))).toBe('denied');
    expect(await run(await staffWith(refund(500)), 'refunds.record', refund(501))).toBe('done');
    // The settings may say less, or more: the command decided by something else.
    expect(await run(await staffWith(refund(500)), 'refunds.record', refund(null))).toBe('denied');
    expect(await run(await staffWith(refund(null)), 'refunds.record', refund(500))).toBe('denied');
    expect(await run(await staffWith(discount(20)), 'products.discount', discount(19))).toBe('denied');
    expect(await run(await staffWith(discount(20)), 'products.discount', discount(21))).toBe('done');
    expect(await run(await staffWith(discount(20)), 'orders.manage', discount(19))).toBe('done');
  });

  test('of a session by PIN are the person’s own, and an admin’s are the ordinary ones', async () => {
    const byPin = async (person: SignedIn) => {
      const [tablet] = await fresh.db
        .insert(sharedTablets)
        .values({
          name: 'Front',
          tokenHash: crypto.randomUUID(),
          setUpBy: ada.userId,
          setUpByName: 'Ada',
          secondFactor: false,
        })
        .returning({ id: sharedTablets.id });
      const [session] = await fresh.db
        .insert(sessions)
        .values({
          ...{ userId: person.userId, token: crypto.randomUUID(), tabletId: tablet?.id ?? '' },
          ...{ confirmedAt: new Date(0), expiresAt: new Date(Date.now() + 3_600_000), secondFactor: true },
          createdAt: new Date(Date.now() + 1000),
        })
        .returning({ id: sessions.id });
      return readActorOfSession(session?.id ?? '');
    };
    const kim = await staffWith(lead);
    const kims = await byPin(kim);
    expect(kims).toMatchObject({ byPin: true, role: 'staff', rights: { ...lead } });
    expect(may(kims, 'lots.receive')).toBe(true);
    const adas = await byPin(ada);
    expect(may(adas, 'inventory.count')).toBe(true);
    expect(may(adas, 'lots.receive')).toBe(false);
    expect(may(adas, 'staff.rights')).toBe(false);
    // A change of rights does not end the session by PIN, as another role does.
    await give(ada, kim, ordinaryRights);
    expect(await now({ ...kim, sessionId: (kims as SignedIn).sessionId })).toMatchObject({
      rights: { boxes: ['count'] },
    });
  });

  test('are ordinary again after another role', async () => {
    const kim = await staffWith(lead);
    const role = (to: 'user' | 'staff' | 'admin', from: 'user' | 'staff' | 'admin') =>
      changeRole(ada, { userId: kim.userId, role: to, from });
    await role('admin', 'staff');
    await role('staff', 'admin');
    expect(await now(kim)).toMatchObject({ rights: { ...ordinaryRights } });
    await give(ada, kim, lead, ordinaryRights);
    await role('user', 'staff');
    await role('staff', 'user');
    expect(await now(kim)).toMatchObject({ rights: { ...ordinaryRights } });
  });

  test('are recorded before and after, with the giver', async () => {
    const kim = await staffWith(ordinaryRights);
    await give(ada, kim, { boxes: ['money'], refundLimit: 5000, discountLimit: 20 });
    const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, kim.userId));
    expect(entry).toMatchObject({
      action: 'rights.changed',
      actorId: ada.userId,
      before: { rights: ['Count and change units'], refundLimit: 'As in the settings' },
      after: { rights: ['See money'], refundLimit: 'Up to $50.00 of an order' },
    });
  });
});

describe('a change of rights is refused', () => {
  test('to oneself, to an admin, a customer and an unknown person', async () => {
    const bea = await staffWith(giving);
    expect(kindOf(await give(bea, bea, ordinaryRights))).toBe('own-rights');
    expect(kindOf(await give(bea, ada, none))).toBe('not-staff');
    expect(kindOf(await give(ada, await aPerson(fresh.db), lead))).toBe('not-staff');
    expect(kindOf(await give(ada, { ...bea, userId: crypto.randomUUID() }, lead))).toBe('not-staff');
    expect(kindOf(await give(ada, { ...bea, userId: 'x' }, lead))).toBe('not-staff');
  });

  test('of more than the giver has, and of someone who has more', async () => {
    const bea = await staffWith(giving);
    const kim = await staffWith(ordinaryRights);
    const rich = await staffWith({ ...ordinaryRights, boxes: ['count', 'money'] });
    expect(kindOf(await give(bea, kim, { ...lead, boxes: ['money'] }))).toBe('more-than-own');
    expect(kindOf(await give(bea, kim, { ...lead, refundLimit: 10_001 }))).toBe('more-than-own');
    expect(kindOf(await give(bea, kim, { ...lead, discountLimit: 21 }))).toBe('more-than-own');
    expect(kindOf(await give(bea, rich, none))).toBe('more-than-own');
    expect(kindOf(await give(bea, kim, lead))).toBe('ok');
  });

  test('without the right, in an old sign-in, and on an outdated page', async () => {
    const kim = await staffWith(ordinaryRights);
    expect(kindOf(await give(await staffWith(lead), kim, none))).toBe('not-allowed');
    expect(kindOf(await give(await aPerson(fresh.db), kim, none))).toBe('not-allowed');
    const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
    expect(kindOf(await give(old, kim, none))).toBe('confirm-first');
    expect(kindOf(await give(ada, kim, none, lead))).toBe('changed');
    expect(kindOf(await give(ada, kim, ordinaryRights, lead))).toBe('ok');
  });

  test('when the giver loses the right while the change waits', async () => {
    const bea = await staffWith(giving);
    const kim = await staffWith(none);
    const given = await fresh.db.transaction(async (tx) => {
      await tx
        .update(userRoles)
        .set({ rights: ['people'] })
        .where(eq(userRoles.userId, bea.userId));
      const waiting = give(bea, kim, { ...none, boxes: ['receive'] });
      await someoneWaitsForLock(fresh.db);
      return { waiting };
    });
    expect(kindOf(await given.waiting)).toBe('more-than-own');
  });
});

const request = () =>
  new Request('http://localhost:3000/join', { headers: { 'x-client-address': crypto.randomUUID() } });
const emailOf = () => `new-${crypto.randomUUID()}@example.com`;

describe('an invitation', () => {
  test('is one where the button is pressed twice, and another with other rights', async () => {
    const email = emailOf();
    const idsFor = async () => {
      const rows = await fresh.db.select().from(staffInvitations).where(eq(staffInvitations.email, email));
      return rows.map(({ id }) => id);
    };
    const invite = (set: 'budtender' | 'stockroom') => inviteStaff(ada, { email, role: 'staff', set });
    await Promise.all([invite('budtender'), invite('budtender')]);
    const first = await idsFor();
    expect([await invite('budtender'), await idsFor()]).toEqual([{ ok: true, value: { email } }, first]);
    expect(kindOf(await invite('stockroom'))).toBe('ok');
    expect(await idsFor()).not.toEqual(first);
  });

  test('gives a starting set, and no more than the person has who invites', async () => {
    const bea = await staffWith({ ...giving, boxes: ['count', 'receive', 'people'] });
    expect(kindOf(await inviteStaff(bea, { email: emailOf(), role: 'staff', set: 'lead' }))).toBe(
      'more-than-own',
    );
    expect(kindOf(await inviteStaff(bea, { email: emailOf(), role: 'admin' }))).toBe('more-than-own');
    const email = emailOf();
    expect(kindOf(await inviteStaff(ada, { email, role: 'staff', set: 'stockroom' }))).toBe('ok');
    // Another's invitation that gives more is not replaced, and not canceled.
    expect(kindOf(await inviteStaff(bea, { email, role: 'staff' }))).toBe('more-than-own');
    const [open] = await fresh.db.select().from(staffInvitations).where(eq(staffInvitations.email, email));
    expect(kindOf(await takeInvitationBack(bea, open?.id ?? ''))).toBe('more-than-own');
    const password = 'quilt lantern pollen brook';
    const joined = await acceptInvitation(request(), {
      ...{ token: await newestToken(fresh.db, email), fullName: `Wren ${crypto.randomUUID()}` },
      ...{ password, again: password },
    });
    expect(joined.ok).toBe(true);
    const [role] = await fresh.db
      .select({ rights: userRoles.rights, refundLimit: userRoles.refundLimit })
      .from(userRoles)
      .innerJoin(users, eq(users.id, userRoles.userId))
      .where(eq(users.email, email));
    expect(role).toEqual({ rights: ['count', 'receive', 'release'], refundLimit: 0 });
  });

  test('ends when the person who sent it loses a right', async () => {
    const bea = await staffWith(giving);
    const open = () => fresh.db.$count(staffInvitations, eq(staffInvitations.invitedBy, bea.userId));
    await inviteStaff(bea, { email: emailOf(), role: 'staff', set: 'stockroom' });
    const more: Rights = { ...giving, discountLimit: 50 };
    await give(ada, bea, more);
    expect(await open()).toBe(1);
    await give(ada, bea, { ...more, boxes: ['count', 'people'] }, more);
    expect(await open()).toBe(0);
  });
});

const everything: readonly Permission[] = [
  ...everyonesPermissions,
  ...Object.values(permissionsOfRight).flat(),
  'products.discount',
  'users.manage',
];
/** Those that boxes and limits take away. */
const bounded = everything.filter((each) => !everyonesPermissions.includes(each) && each !== 'users.manage');
const PEOPLE = 5;
const anyRights: fc.Arbitrary<Rights> = fc.record({
  boxes: fc.subarray<Right>([...allBoxes]),
  refundLimit: fc.option(fc.constantFrom(0, 500, 1000)),
  discountLimit: fc.constantFrom(0, 10, 20),
});
const who = fc.nat(PEOPLE - 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('give' as const), by: who, to: who, rights: anyRights }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant('role' as const), by: who, to: who },
      role: fc.constantFrom('user' as const, 'staff' as const, 'staff' as const, 'admin' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant('invite' as const), by: who },
      set: fc.constantFrom('budtender' as const, 'lead' as const, 'stockroom' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('act' as const), by: who, permission: fc.constantFrom(...everything) },
      /** Acts on what a request read before the step before. */
      stale: fc.boolean(),
    }),
  },
  {
    weight: 4,
    /** Someone gives `to` other rights while a command of theirs runs: after its request, before its commit. */
    arbitrary: fc.record({
      ...{ kind: fc.constant('race' as const), by: fc.oneof(fc.constant(0), who), to: who },
      ...{ rights: anyRights, permission: fc.constantFrom(...bounded, ...everything) },
    }),
  },
);

/** What each person may do, by the model. */
type Model = { role: 'user' | 'staff' | 'admin'; rights: Rights };
const cents = ({ refundLimit }: Rights) => refundLimit ?? 0;
const has = ({ role, rights }: Model, permission: Permission): boolean =>
  role === 'admin' ||
  (role === 'staff' &&
    (everyonesPermissions.includes(permission) ||
      rights.boxes.some((box) => permissionsOfRight[box].includes(permission)) ||
      (permission === 'products.discount' && rights.discountLimit > 0)));
const covers = (giver: Model, other: Rights): boolean =>
  giver.role === 'admin' ||
  (giver.role === 'staff' &&
    other.boxes.every((box) => giver.rights.boxes.includes(box)) &&
    cents(giver.rights) >= cents(other) &&
    giver.rights.discountLimit >= other.discountLimit);

/** The people, and beside the database what each of them may do. */
type World = { people: SignedIn[]; models: Model[] };
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

const at = <T>(all: readonly T[], index: number): T => all[index] as T;

async function aWorld(): Promise<World> {
  await fresh.db.delete(userRoles);
  await fresh.db.delete(staffInvitations);
  const world: World = { people: [], models: [] };
  for (let index = 0; index < PEOPLE; index++) {
    const role = index === 0 ? 'admin' : 'staff';
    const rights = index === 1 ? giving : ordinaryRights;
    world.people.push(await aPerson(fresh.db, { role, ...(role === 'staff' ? { rights } : {}) }));
    world.models.push({ role, rights });
  }
  return world;
}

/** The actors that a request would read now. */
const actorsOf = ({ people }: World): Promise<SignedIn[]> =>
  Promise.all(people.map(async (person) => ((await now(person)) as SignedIn | null) ?? person));

async function checkGive({ people, models }: World, by: SignedIn, each: StepOf<'give'>) {
  const [giver, target] = [at(models, each.by), at(models, each.to)];
  const outcome = await give(by, at(people, each.to), each.rights, target.rights);
  const isSame = rightsKey(target.rights) === rightsKey(each.rights);
  const coversBoth = covers(giver, target.rights) && covers(giver, each.rights);
  const isOther = each.by !== each.to && target.role === 'staff';
  expect(outcome.ok).toBe(has(giver, 'staff.rights') && isOther && (isSame || coversBoth));
  if (!outcome.ok) return;
  models[each.to] = { role: 'staff', rights: each.rights };
  if (!outcome.value.changed) return;
  const after = await now(at(people, each.to));
  for (const permission of everything) if (may(after, permission)) expect(has(giver, permission)).toBe(true);
}

async function checkRole({ people, models }: World, by: SignedIn, each: StepOf<'role'>) {
  const [giver, target] = [at(models, each.by), at(models, each.to)];
  const { userId } = at(people, each.to);
  const outcome = await changeRole(by, { userId, role: each.role, from: target.role });
  const isLast = target.role === 'admin' && models.filter(({ role }) => role === 'admin').length === 1;
  expect(outcome.ok).toBe(giver.role === 'admin' && (each.role === target.role || !isLast));
  if (outcome.ok && outcome.value.changed) models[each.to] = { role: each.role, rights: ordinaryRights };
}

async function checkInvite({ models }: World, by: SignedIn, each: StepOf<'invite'>) {
  const giver = at(models, each.by);
  const outcome = await inviteStaff(by, { email: emailOf(), role: 'staff', set: each.set });
  expect(outcome.ok).toBe(has(giver, 'staff.rights') && covers(giver, startingSets[each.set]));
}

async function checkAct({ models }: World, by: SignedIn, each: StepOf<'act'>) {
  const done = await staffTransaction(by, each.permission, false)(async () => true);
  const allowed = has(at(models, each.by), each.permission);
  if (each.stale) expect(done && !allowed).toBe(false);
  else expect(done).toBe(allowed);
}

/**
 * Whether a limit that the command decided by still stands; the settings' amount is neither less nor more than an own
 * one.
 */
function keepsLimit(then: Model, now: Model, permission: Permission): boolean {
  if (now.role === 'admin') return true;
  if (permission === 'products.discount') return now.rights.discountLimit >= then.rights.discountLimit;
  const [was, is] = [then.rights.refundLimit, now.rights.refundLimit];
  return permission !== 'refunds.record' || is === was || (is !== null && was !== null && is > was);
}

async function checkRace(world: World, actors: readonly SignedIn[], each: StepOf<'race'>) {
  const then = at(world.models, each.to);
  const command = staffTransaction(at(actors, each.to), each.permission, false);
  const done = await command(async () => {
    await checkGive(world, at(actors, each.by), { ...each, kind: 'give' });
    return true;
  });
  const after = at(world.models, each.to);
  const isKept = has(after, each.permission) && keepsLimit(then, after, each.permission);
  expect(done).toBe(has(then, each.permission) && isKept);
}

async function check(world: World, each: Step, actors: { now: SignedIn[]; before: SignedIn[] }) {
  const by = at(actors.now, each.by);
  switch (each.kind) {
    case 'give':
      return checkGive(world, by, each);
    case 'role':
      return checkRole(world, by, each);
    case 'invite':
      return checkInvite(world, by, each);
    case 'race':
      return checkRace(world, actors.now, each);
    case 'act':
      return checkAct(world, each.stale ? at(actors.before, each.by) : by, each);
  }
}

test('no sequence of grants, roles and invitations lets anyone act above what their giver had', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const world = await aWorld();
      let current = await actorsOf(world);
      for (const each of steps) {
        const before = current;
        current = await actorsOf(world);
        // A role that gives less makes the sign-in old; that is not what this is about.
        await fresh.db.update(sessions).set({ confirmedAt: sql`now()` });
        await check(world, each, { now: current, before });
      }
      const after = await actorsOf(world);
      for (const [index, model] of world.models.entries())
        for (const permission of everything)
          expect(may(at(after, index), permission)).toBe(has(model, permission));
    }),
    { numRuns: 12 },
  );
}, 120_000);
