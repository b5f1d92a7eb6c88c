/** People with a password, and the end of their sessions from another device. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { accounts } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { signedIn } from '#tests/support/people.ts';
import type { Shop } from './shop.ts';

export const PASSWORD = 'kettle-orbit-mossy';

export async function withPassword(shop: Shop, wanted?: Parameters<Shop['person']>[0]): Promise<SignedIn> {
  const person = await shop.person(wanted);
  const { userId } = person;
  const password = await hashPassword(PASSWORD);
  await shop.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return person;
}

/** Signs every other device of the person out. */
export async function signOutEverywhere(shop: Shop, person: SignedIn): Promise<void> {
  await fetch(`${shop.origin}/security`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'end-other-sessions' }),
    redirect: 'manual',
    headers: { cookie: await signedIn(shop.db, person), origin: shop.origin },
  });
}
