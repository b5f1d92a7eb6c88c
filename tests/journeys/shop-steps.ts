/** Shop data for several stories: set up over HTTP or in the database, without a browser. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { productImages } from '#db/schema/catalogue.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { signedIn } from '#tests/support/people.ts';
import type { Item, Shop } from './shop.ts';

/** One product in three sizes, under a name that nothing else has. */
export async function threeSizes(shop: Shop): Promise<{ name: string; sizes: [Item, Item, Item] }> {
  const name = `Kestrel ${randomBytes(4).toString('hex')}`;
  const kind = { strainCode: 'KES', strainType: 'hybrid', thcBasisPoints: 2000 } as const;
  const size = (words: string, grams: number, retailPrice: number) =>
    shop.product({
      ...kind,
      name: name + words,
      size: `${grams} g`,
      netWeightMg: grams * 1000,
      limitMg: grams * 1000,
      retailPrice,
      description: `Comes as ${grams} grams.`,
    });
  const sizes: [Item, Item, Item] = [
    await size('', 3.5, 4200),
    await size(', Quarter Ounce', 7, 7800),
    await size(', Half Ounce', 14, 14_050),
  ];
  await expect
    .poll(async () =>
      (await fetch(`${shop.origin}${sizes[0].path}`, { headers: { cookie: 'age_verified=yes' } })).text(),
    )
    .toContain('1/2 oz');
  return { name, sizes };
}

/** A product with this many pictures: other products' files, each with its own description. */
export async function withPictures(shop: Shop, count: number): Promise<Item> {
  const item = await shop.product();
  const stored = await shop.db.select({ key: productImages.key }).from(productImages).limit(count);
  expect(stored).toHaveLength(count);
  await shop.db.insert(productImages).values(
    stored.map(({ key }, position) => ({
      productId: item.id,
      position,
      key,
      alt: `View ${position + 1}`,
      tint: '#d2dcd4',
    })),
  );
  await expect
    .poll(async () =>
      (await fetch(`${shop.origin}${item.path}`, { headers: { cookie: 'age_verified=yes' } })).text(),
    )
    .toContain('View 1');
  return item;
}

/** A product with a name that no other test uses. */
export const anItem = (shop: Shop) =>
  shop.product({ name: `Kestrel ${randomBytes(5).toString('hex')}`, onHand: 9 });

/** This person presses 'Reserve for Pickup', over HTTP. */
export async function reserve(shop: Shop, person: SignedIn, item: Item): Promise<string> {
  const response = await fetch(`${shop.origin}/api/reserve`, {
    method: 'POST',
    headers: { cookie: await signedIn(shop.db, person), origin: shop.origin, accept: 'application/json' },
    body: new URLSearchParams({ productId: String(item.id), quantity: '1', key: randomUUID() }),
  });
  expect(response.status).toBe(200);
  const [made] = await shop.db
    .select({ id: pickupReservations.id })
    .from(pickupReservations)
    .where(eq(pickupReservations.productId, item.id));
  return made?.id ?? '';
}
