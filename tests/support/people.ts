/** People, products and sessions for tests, with defaults. */

import { createHmac, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Rights, SignedIn } from '#core/ground/access/actor.ts';
import type { Database } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles, users } from '#db/schema/identity.ts';
import { lots, productStock, stockLedger } from '#db/schema/stock.ts';
import type { Role } from '#kernel/statuses.ts';
import { keyFor, openSecrets } from '#platform/secrets/secrets.ts';
import { PASSED } from './papers.ts';
import { TEST_SECRET } from './secret.ts';

type WantedPerson = {
  role?: Role;
  birthDate?: string | null;
  isBanned?: boolean;
  email?: string;
  name?: string;
  /** Of a person on the staff; ordinary ones without. */
  rights?: Rights;
  /** 16 or more is too old for actions that need a recent sign-in. */
  signedInMinutesAgo?: number;
};

/** Creates a person with a profile and a session; by default 30 years old and just signed in. */
export async function aPerson(db: Database, wanted: WantedPerson = {}): Promise<SignedIn> {
  const email = wanted.email ?? `${randomUUID()}@example.com`;
  // No two people at work have names that look equal.
  const worksHere = wanted.role !== undefined && wanted.role !== 'user';
  const name = wanted.name ?? (worksHere ? `Robin Hale ${randomUUID().slice(0, 8)}` : 'Robin Hale');
  const [user] = await db
    .insert(users)
    .values({ name, email, emailVerified: true })
    .returning({ id: users.id });
  if (!user) throw new Error('no user was made');
  await db.insert(customerProfiles).values({
    userId: user.id,
    fullName: name,
    birthDate: wanted.birthDate === undefined ? '1995-06-15' : wanted.birthDate,
    isBanned: wanted.isBanned ?? false,
  });
  if (wanted.role && wanted.role !== 'user')
    await db.insert(userRoles).values({ userId: user.id, role: wanted.role, ...rightsColumns(wanted) });
  const sessionId = randomUUID();
  const minutesAgo = wanted.signedInMinutesAgo ?? 0;
  await db.insert(sessions).values({
    id: sessionId,
    userId: user.id,
    token: randomUUID(),
    expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000),
    confirmedAt: sql`now() - make_interval(mins => ${minutesAgo})`,
  });
  return {
    kind: 'user',
    userId: user.id,
    sessionId,
    email,
    name,
    role: wanted.role ?? 'user',
    ...(wanted.rights ? { rights: wanted.rights } : {}),
    isBanned: wanted.isBanned ?? false,
  };
}

const rightsColumns = ({ rights }: WantedPerson) =>
  rights && {
    rights: [...rights.boxes],
    refundLimit: rights.refundLimit,
    discountLimit: rights.discountLimit,
  };

/**
 * A Cookie header with a live session of this person. Its token names no account, as those of earlier releases, unless
 * one is given.
 */
export async function signedIn(
  db: Database,
  person: Pick<SignedIn, 'userId'>,
  secret = TEST_SECRET,
  token = randomUUID().replaceAll('-', ''),
): Promise<string> {
  openSecrets({ given: secret, dataFolder: '.' });
  await db.insert(sessions).values({
    userId: person.userId,
    token,
    expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000),
  });
  const signature = createHmac('sha256', keyFor('auth').toString('base64url')).update(token).digest('base64');
  return `farmgate.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Puts a product on the menu with one sellable lot of `onHand` units, ledger included. */
export async function aProduct(
  db: Pick<Database, 'transaction'>,
  wanted: Partial<typeof products.$inferInsert> & { onHand?: number; expiresOn?: string | null } = {},
): Promise<number> {
  const { onHand = 10, expiresOn = null, ...columns } = wanted;
  // In one transaction, as commands do it: the shop never sees a product without stock.
  return db.transaction(async (tx) => {
    await tx.insert(categories).values({ name: 'Flower', slug: 'flower' }).onConflictDoNothing();
    const [category] = await tx.select().from(categories).where(eq(categories.slug, 'flower'));
    const [product] = await tx
      .insert(products)
      .values({
        name: `Kestrel ${randomUUID().slice(0, 8)}`,
        productType: 'cannabis',
        taxClass: 'cannabis',
        retailPrice: 4500,
        forSale: true,
        requiresId: true,
        categoryId: category?.id ?? 0,
        limitCategory: 'flower',
        limitMg: 3500,
        ...columns,
      })
      .returning({ id: products.id });
    if (!product) throw new Error('no product was made');
    const [lot] = await tx
      .insert(lots)
      .values({ productId: product.id, batchNumber: 'B-1', ...PASSED, onHand, expiresOn })
      .returning({ id: lots.id });
    await tx.insert(productStock).values({ productId: product.id, onHand });
    if (onHand > 0)
      await tx
        .insert(stockLedger)
        .values({ productId: product.id, lotId: lot?.id ?? null, onHandChange: onHand, reason: 'received' });
    return product.id;
  });
}
