/** Makes messages of products that changed: triggers note them (docs/triggers.md), and here they are compared. */
import { asc, inArray, notInArray, sql } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, inTransactionOr, type Transaction } from '#db/client.ts';
import { webhookNotes, webhookProducts } from '#db/schema/webhooks.ts';
import { newId } from '#kernel/ids.ts';
import { log } from '#platform/log.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { singleton } from '#platform/singleton.ts';
import { wantedTypes, writeMessage } from './store-message.server.ts';
import { wakeEndpoints } from './wake-endpoints.server.ts';
import type { WebhookType } from './webhook.ts';

/** What a partner knows of a product besides its details. */
export type ToldProduct = { id: number; onMenu: boolean; available: number };
export type ReadProducts = {
  /** Leaves out products that do not exist. */
  states(ids: readonly number[]): Promise<ToldProduct[]>;
  /** As the API shows it; null for one that is not on the menu. */
  details(id: number): Promise<object | null>;
};

/** Notes that are read at a time. */
const BATCH = 200;
/** Batches of one run; the next run goes on. */
const MOST_BATCHES = 25;

/** Products that could not be read the last time, so that each is logged once. */
const unreadable = singleton<Set<number>>('webhook-unreadable');

/**
 * Safe to run twice at once: of two that read the same notes, the second to delete them changes nothing. A product that
 * cannot be read holds up no other: its notes wait for the next run, and `cleanUpWebhooks` drops them after a day.
 */
export async function tellProducts(read: ReadProducts): Promise<void> {
  const failed = new Set<number>();
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    await whenQuiet();
    if (!(await tellSome(read, failed))) return;
  }
}

/** Returns whether there may be more notes. @param failed products to leave out; adds those that cannot be read */
async function tellSome(read: ReadProducts, failed: Set<number>): Promise<boolean> {
  const found = await database()
    .select()
    .from(webhookNotes)
    .where(notInArray(webhookNotes.productId, [...failed]))
    .orderBy(asc(webhookNotes.id))
    .limit(BATCH);
  if (found.length === 0) return false;
  const isMore = found.length === BATCH;
  const changedFacts = new Set(found.filter(({ isFacts }) => isFacts).map(({ productId }) => productId));
  // After the notes: a change that is not in here yet has a note of its own.
  const products = await readProducts(read, [...new Set(found.map(({ productId }) => productId))], {
    changedFacts,
    failed,
  });
  const notes = found.filter(({ productId }) => products.has(productId));
  if (notes.length === 0) return isMore;
  const ids = [...products.keys()];
  const wanted = await wantedTypes();
  const woken = await inTransactionOr<string[] | null>(async (tx, abandon) => {
    await lockAdvisory(tx, 'webhookProducts');
    const gone = await tx
      .delete(webhookNotes)
      .where(
        inArray(
          webhookNotes.id,
          notes.map(({ id }) => id),
        ),
      )
      .returning({ id: webhookNotes.id });
    if (gone.length < notes.length) abandon(null);
    const known = await tx.select().from(webhookProducts).where(inArray(webhookProducts.productId, ids));
    const before = new Map(known.map((each) => [each.productId, each]));
    const endpoints: string[] = [];
    for (const [id, { state, details }] of products) {
      const is = state ?? { id, onMenu: false, available: 0 };
      for (const message of messagesOf(before.get(id), is, changedFacts.has(id), details))
        if (wanted.has(message.type))
          endpoints.push(...(await writeMessage(tx, { id: newId<string>(), ...message })));
    }
    await remember(tx, products);
    return endpoints;
  });
  if (woken === null) return false;
  await wakeEndpoints([...new Set(woken)]);
  return isMore;
}

/** `state` is null for a product that does not exist, `details` for one that is not on the menu or has no other facts. */
type ReadProduct = { state: ToldProduct | null; details: object | null };

/** Each by itself once they cannot be read together. */
async function readProducts(
  read: ReadProducts,
  ids: readonly number[],
  { changedFacts, failed }: { changedFacts: ReadonlySet<number>; failed: Set<number> },
): Promise<Map<number, ReadProduct>> {
  const together = await read.states(ids).catch(() => null);
  const states = together && new Map(together.map((state) => [state.id, state]));
  const logged = unreadable.get() ?? new Set();
  unreadable.set(logged);
  const products = new Map<number, ReadProduct>();
  const errors = new Map<number, unknown>();
  for (const id of ids)
    try {
      const state = (states ? states.get(id) : (await read.states([id]))[0]) ?? null;
      const details = state?.onMenu && changedFacts.has(id) ? await read.details(id) : null;
      products.set(id, { state, details });
      logged.delete(id);
    } catch (error) {
      failed.add(id);
      if (!logged.has(id)) errors.set(id, error);
      logged.add(id);
    }
  // One line for all: when nothing can be read, there are hundreds.
  const [[, err] = []] = errors;
  if (err)
    log.error({ err, products: [...errors.keys()] }, 'products cannot be read: their webhook messages wait');
  return products;
}

/** Sends at most one message about the product and one about its stock, and none if the change was undone. */
export function messagesOf(
  was: { onMenu: boolean; available: number } | undefined,
  is: ToldProduct,
  hasOtherFacts: boolean,
  details: object | null,
): { type: WebhookType; data: object }[] {
  const messages: { type: WebhookType; data: object }[] = [];
  const { id, onMenu } = is;
  const wasOnMenu = was?.onMenu ?? false;
  if (wasOnMenu && !onMenu) messages.push({ type: 'product.archived', data: { id } });
  // Taken off again since it was read: a note of that is on its way.
  if (onMenu && hasOtherFacts && details)
    messages.push({ type: wasOnMenu ? 'product.changed' : 'product.published', data: details });
  if ((onMenu || wasOnMenu) && availableOf(is) !== availableOf(was))
    messages.push({
      type: 'stock.changed',
      data: { id, available: availableOf(is), on_menu: onMenu },
    });
  return messages;
}

const availableOf = (product: { onMenu: boolean; available: number } | undefined) =>
  product?.onMenu ? product.available : 0;

async function remember(tx: Transaction, products: ReadonlyMap<number, ReadProduct>): Promise<void> {
  const states = [...products.values()].flatMap(({ state }) => state ?? []);
  if (states.length > 0)
    await tx
      .insert(webhookProducts)
      .values(states.map(({ id, onMenu, available }) => ({ productId: id, onMenu, available })))
      .onConflictDoUpdate({
        target: webhookProducts.productId,
        set: { onMenu: sql`excluded.on_menu`, available: sql`excluded.available` },
      });
  const gone = [...products].filter(([, { state }]) => state === null).map(([id]) => id);
  if (gone.length > 0) await tx.delete(webhookProducts).where(inArray(webhookProducts.productId, gone));
}

/** Records the current state for the first endpoint: only later changes are sent. */
export async function rememberProducts(tx: Transaction): Promise<void> {
  await tx.delete(webhookNotes);
  await tx.delete(webhookProducts);
  await tx.execute(sql`
    insert into ${webhookProducts} (product_id, on_menu, available)
    select products.id, products.for_sale and products.archived_at is null, greatest(0, on_hand - held)
    from products join product_stock on product_stock.product_id = products.id`);
}
