/** What the commands that refuse an old sign-in are pressed on: people, recalls, closures, rules and pages. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { codeOf, stepAt } from '#core/accounts/identity/second-factor/totp.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { linkContext } from '#core/ground/mail/queue-mail.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { closureOrders, closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { authenticators, passkeys } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { decrypt } from '#platform/secrets/secrets.ts';
import type { PlainPage } from '#tests/journeys/plain-page.ts';
import { demoPerson } from './demo-store.ts';
import { demoShop } from './ended-sessions.ts';
import { aPerson } from './people.ts';
import { aRecallOf } from './recalls.ts';

/** Without orders, and with the password of the demo store. */
export async function aPersonWithPassword(role: 'user' | 'admin' = 'user'): Promise<SignedIn> {
  const { db } = demoShop();
  const person = await aPerson(db, { role, name: `Juniper Vale ${randomUUID().slice(0, 8)}` });
  const known = await demoPerson(db, 'customer');
  await db.execute(sql`insert into accounts (id, user_id, account_id, provider_id, password)
    select ${randomUUID()}::uuid, ${person.userId}::uuid, ${person.userId}, provider_id, password
    from accounts where user_id = ${known.userId} and provider_id = 'credential'`);
  return person;
}

export const atCustomer = async (
  values: Partial<typeof customerProfiles.$inferInsert> = {},
): Promise<string> => {
  const { db } = demoShop();
  const { userId } = await aPerson(db);
  await db
    .update(customerProfiles)
    .set({ phone: '(607) 555-0142', ...values })
    .where(eq(customerProfiles.userId, userId));
  return `/admin/customers/${userId}`;
};
export const aLicense = { licenseIdHash: 'x', licenseIdLast4: '0000', licenseState: 'NY' };

let recalls = 0;
export async function aRecall(isStarted: boolean): Promise<string> {
  const admin = await aPersonWithPassword('admin');
  const { db } = demoShop();
  // Each of another lot: a lot is in one recall at a time.
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct share.lot_id as id from reservation_lots as share
    join pickup_reservations as reservation on reservation.id = share.reservation_id
    join lots on lots.id = share.lot_id and lots.status = 'sellable'
    where reservation.status = 'fulfilled' order by 1 desc limit 1 offset ${recalls}`);
  recalls += 1;
  const drafted = await createRecall(admin, aRecallOf([rows[0]?.id ?? 0]));
  if (!drafted.ok) throw new Error(drafted.problem.kind);
  if (isStarted) {
    const started = await startRecall(admin, drafted.value, { version: 1 });
    if (!started.ok) throw new Error(started.problem.kind);
  }
  return `/admin/recalls/${drafted.value}`;
}

export async function aClosure(): Promise<string> {
  const { db, shown } = demoShop();
  const [order] = await db.select().from(orders).where(eq(orders.orderId, shown.order));
  if (!order?.pickupStartsAt) throw new Error('no pickup');
  const day = order.pickupStartsAt.toISOString().slice(0, 10);
  const [made] = await db
    .insert(closures)
    .values({
      ...{ reason: 'Snow', days: [{ date: day, before: null, after: { date: day, closed: true } }] },
      ...{ firstDay: day, lastDay: day, createdBy: order.userId, createdByName: 'Dana Hollis' },
    })
    .returning({ id: closures.id, number: closures.number });
  const closureId = made?.id ?? '';
  const [person] = await db
    .insert(closurePeople)
    .values({ closureId, userId: order.userId })
    .returning({ number: closurePeople.number });
  await db.insert(closureOrders).values({
    ...{ closureId, personNumber: person?.number ?? 0, orderId: order.id },
    startsAt: order.pickupStartsAt,
  });
  return `/admin/closures/${made?.number}`;
}

export const aTaxRule = async (validFrom: string): Promise<string> => {
  await demoShop().db.execute(sql`insert into tax_rules (id, name, tax_class, rate, "from")
    values (${randomUUID()}::uuid, 'Trial tax', 'merchandise', 100, ${validFrom}::date)`);
  return '/admin/settings/tax';
};

export const lastMonth = async (): Promise<string> => {
  const { rows } = await demoShop().db.execute<{ month: string }>(
    sql`select to_char(now() - interval '1 month', 'YYYY-MM') as month`,
  );
  return `/admin/month-end/close?month=${rows[0]?.month}`;
};

/** @param stopped null for one that gets messages */
export const endpointPage = async (stopped: string | null = null): Promise<string> => {
  const { db, shown } = demoShop();
  await db.execute(sql`update webhook_endpoints set stopped = ${stopped} where id = ${shown.endpoint}`);
  return `/admin/settings/webhooks/${shown.endpoint}`;
};

/** The code that an app shows for the key on the page. */
export const codeOnPage = (page: PlainPage) => ({
  code: codeOf(
    /((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})/.exec(page.words())?.[1]?.replaceAll(' ', '') ?? '',
    stepAt(new Date()),
  ),
});

/** Signed in by code as well: the app was set up in this session. */
export async function aPersonWithApp(): Promise<SignedIn> {
  const person = await aPersonWithPassword();
  await demoShop().db.insert(authenticators).values({ userId: person.userId, secret: 'x', lastStep: 0 });
  return person;
}

export async function aPersonWithPasskey(): Promise<SignedIn> {
  const person = await aPersonWithPassword();
  await demoShop()
    .db.insert(passkeys)
    .values({ userId: person.userId, name: 'Old key', credentialId: randomUUID(), publicKey: 'x' });
  return person;
}

/** The query of the link in the mail to this address, once the shop's worker has written it. */
export async function linkTo(email: string): Promise<string> {
  const read = () => demoShop().db.select().from(mailMessages).where(eq(mailMessages.recipient, email));
  await expect.poll(async () => (await read()).length).toBe(1);
  const [mail] = await read();
  return new URL(decrypt(mail?.linkEncrypted ?? '', linkContext(mail?.id ?? ''))).search;
}
