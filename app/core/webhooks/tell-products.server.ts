/** Makes messages of products that changed: triggers noted them (docs/triggers.md), and here they are compared. */
import { asc, inArray, sql } from 'drizzle-orm';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, inTransactionOr, type Transaction } from '#db/client.ts';
import { webhookNotes, webhookProducts } from '#db/schema/webhooks.ts';
import { newId } from '#kernel/ids.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { wantedTypes, writeMessage } from './store-message.server.ts';
import { wakeEndpoints } from './wake-endpoints.server.ts';
import type { WebhookType } from './webhook.ts';

/** What a partner gets to know of a product. `details` is null for one that is not on the menu. */
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

/** Safe to run twice at once: of two that read the same notes, the second to delete them changes nothing. */
export async function tellProducts(read: ReadProducts): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    await whenQuiet();
    if (!(await tellSome(read))) return;
  }
}

async function tellSome(read: ReadProducts): Promise<boolean> {
  const notes = await database().select().from(webhookNotes).orderBy(asc(webhookNotes.id)).limit(BATCH);
  if (notes.length === 0) return false;
  const ids = [...new Set(notes.map(({ productId }) => productId))];
  const changedFacts = new Set(notes.filter(({ isFacts }) => isFacts).map(({ productId }) => productId));
  // After the notes: a change that is not in here yet has a note of its own.
  const states = new Map((await read.states(ids)).map((state) => [state.id, state]));
  const details = new Map<number, object | null>();
  for (const id of changedFacts) if (states.get(id)?.onMenu) details.set(id, await read.details(id));
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
    for (const id of ids) {
      const [was, is] = [before.get(id), states.get(id) ?? { id, onMenu: false, available: 0 }];
      for (const message of messagesOf(was, is, changedFacts.has(id), details.get(id) ?? null))
        if (wanted.has(message.type))
          endpoints.push(...(await writeMessage(tx, { id: newId<string>(), ...message })));
    }
    await remember(tx, ids, states);
    return endpoints;
  });
  if (woken === null) return false;
  await wakeEndpoints([...new Set(woken)]);
  return notes.length === BATCH;
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

async function remember(
  tx: Transaction,
  ids: readonly number[],
  states: ReadonlyMap<number, ToldProduct>,
): Promise<void> {
  const kept = ids.flatMap((id) => states.get(id) ?? []);
  if (kept.length > 0)
    await tx
      .insert(webhookProducts)
      .values(kept.map(({ id, onMenu, available }) => ({ productId: id, onMenu, available })))
      .onConflictDoUpdate({
        target: webhookProducts.productId,
        set: { onMenu: sql`excluded.on_menu`, available: sql`excluded.available` },
      });
  const gone = ids.filter((id) => !states.has(id));
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
