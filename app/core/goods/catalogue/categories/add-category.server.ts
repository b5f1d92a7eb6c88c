/** Adds categories to the menu, by an admin. The database announces them, so that every instance shows them. */
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { categories } from '#db/schema/catalogue.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import {
  type CategoryProblem,
  categoryKey,
  categorySlug,
  MOST_CATEGORIES,
  nameTaken,
  readCategoryName,
  starterSet,
} from './category.ts';
import { lockCategories, type StoredCategory } from './lock-categories.server.ts';

export type AddedCategory = { id: number; name: string };

/**
 * Adds one category, last on the menu. Refused: people who may not manage inventory, a name that is empty or too long,
 * and one that looks like another category's.
 */
export async function addCategory(
  actor: Actor,
  typed: string,
): Promise<Result<AddedCategory, CategoryProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<AddedCategory, CategoryProblem>>(async (tx, actor) => {
    const name = readCategoryName(typed);
    if (!name.ok) return name;
    const stored = await lockCategories(tx);
    const taken = nameTaken(stored, name.value);
    if (taken) return refuse(taken);
    if (stored.length >= MOST_CATEGORIES) return refuse({ kind: 'too-many' });
    return succeed(await insertCategory(tx, actor, name.value, stored));
  });
}

/** Adds what is missing of the starter set; returns how many. Refused: people who may not manage inventory. */
export async function addStarterSet(actor: Actor): Promise<Result<{ added: number }, CategoryProblem>> {
  const asStaff = staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Result<{ added: number }, CategoryProblem>>(async (tx, actor) => {
    const stored = await lockCategories(tx);
    const keys = new Set(stored.map(({ name }) => categoryKey(name)));
    const missing = starterSet.filter((name) => !keys.has(categoryKey(name)));
    if (stored.length + missing.length > MOST_CATEGORIES) return refuse({ kind: 'too-many' });
    for (const name of missing) await insertCategory(tx, actor, name, stored);
    return succeed({ added: missing.length });
  });
}

async function insertCategory(
  tx: Transaction,
  actor: SignedIn,
  name: string,
  stored: readonly StoredCategory[],
): Promise<AddedCategory> {
  const slug = categorySlug(
    name,
    stored.map((other) => other.slug),
  );
  const [added] = await tx
    .insert(categories)
    .values({ name, slug })
    .returning({ id: categories.id, name: categories.name });
  if (!added) throw new Error('a category was not written');
  await recordAudit(tx, actor, {
    action: 'category.added',
    subject: 'category',
    subjectId: String(added.id),
    after: { name },
  });
  await announce(tx, 'inventory');
  return added;
}
