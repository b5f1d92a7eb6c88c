/** Handles the uploader's actions on an import: choose columns, apply, undo. A job does the work. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isStateDown } from '#core/goods/stock/outage/open-outage-queries.server.ts';
import { type Actor, may, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { categories, productBatches, productImports } from '#db/schema/catalogue.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ImportStatus } from '#kernel/statuses.ts';
import { enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { readMapping } from '../products/inventory-csv.ts';
import { productFields } from '../products/product-fields.ts';
import { doubtfulFields, headerKeyOf, mapByHeader } from './file-heads.ts';
import { hasFile } from './import-file.server.ts';
import { importJob } from './import-job.ts';
import { receivesLots } from './import-stock.server.ts';
import type { ImportCounts, ImportProblem } from './product-import.ts';
import type { ImportOptions } from './read-import-row.ts';

type Outcome = Result<null, ImportProblem>;

type AsStaff = ReturnType<typeof staffTransaction<Result<never, { kind: 'not-allowed' }>>>;

/** Refuses another person's import, which looks exactly like one that does not exist. */
async function ownImport(actor: Actor, importId: string): Promise<Result<AsStaff, ImportProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.manage')) return refuse({ kind: 'not-allowed' });
  if (!isUuid(importId)) return refuse({ kind: 'not-found' });
  const [own] = await database()
    .select({ id: productImports.id })
    .from(productImports)
    .where(and(eq(productImports.id, importId), eq(productImports.actorId, actor.userId), hasFile));
  return own
    ? succeed(staffTransaction(actor, 'inventory.manage', refuse({ kind: 'not-allowed' })))
    : refuse({ kind: 'not-found' });
}

/** Advances the import if its status is still one of `from`, and queues the job. */
async function moveOn(
  tx: Transaction,
  actor: SignedIn,
  importId: string,
  from: readonly ImportStatus[],
  to: Partial<typeof productImports.$inferInsert>,
  preview?: number,
): Promise<boolean> {
  const [moved] = await tx
    .update(productImports)
    .set({ done: 0, writtenUpTo: null, ...to })
    .where(
      and(
        eq(productImports.id, importId),
        inArray(productImports.status, [...from]),
        preview === undefined ? undefined : eq(productImports.preview, preview),
      ),
    )
    .returning({ id: productImports.id });
  if (!moved) return false;
  await enqueue(tx, importJob, { importId, sessionId: actor.sessionId });
  await announce(tx, 'inventory');
  return true;
}

/** Changes the columns or the defaults of new products; the file is then compared again. */
export async function chooseColumns(
  actor: Actor,
  importId: string,
  texts: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const own = await ownImport(actor, importId);
  if (!own.ok) return own;
  const [found] = await database()
    .select({ header: productImports.header, options: productImports.options })
    .from(productImports)
    .where(eq(productImports.id, importId));
  const mapping = readMapping(texts, ((found?.header ?? []) as string[]).length);
  const options = await readOptions(texts);
  if (!mapping.ok || !options.ok)
    return refuse({
      kind: 'mapping',
      errors: { ...(mapping.ok ? {} : mapping.errors), ...(options.ok ? {} : options.errors) },
    });
  const next = {
    status: 'reading',
    mapping: mapping.mapping,
    options: { ...(found?.options as ImportOptions | undefined), ...options.options },
    movedOn: false,
  } as const;
  return own.value<Outcome>(async (tx, actor) =>
    (await moveOn(tx, actor, importId, ['previewed'], next)) ? succeed(null) : refuse({ kind: 'moved-on' }),
  );
}

/** The answers to a preview's questions; missing ones stay as they are. */
export type ImportAnswers = Partial<
  Pick<ImportOptions, 'fill' | 'forSale' | 'same' | 'categoryId' | 'foreignIds' | 'asWritten'>
>;

/**
 * Fills in what follows from category and size, or stops it, puts new products on sale, or not, and records which
 * products lines mean; the file is then compared again. Answers by line are added to those given before. `categoryId` is
 * for new products that name no category. Refuses if the preview has changed since it was seen.
 */
export async function answerPreview(
  actor: Actor,
  importId: string,
  { preview, same, ...answers }: ImportAnswers & { preview: number },
): Promise<Outcome> {
  const own = await ownImport(actor, importId);
  if (!own.ok) return own;
  return own.value<Outcome>(async (tx, actor) => {
    const [found] = await tx
      .select({ options: productImports.options })
      .from(productImports)
      .where(eq(productImports.id, importId))
      .for('no key update');
    const former = (found?.options ?? {}) as ImportOptions;
    const options: ImportOptions = {
      ...former,
      ...Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined)),
      ...(same === undefined ? {} : { same: { ...former.same, ...same } }),
    };
    const next = { status: 'reading', options, movedOn: false } as const;
    return (await moveOn(tx, actor, importId, ['previewed'], next, preview))
      ? succeed(null)
      : refuse({ kind: 'moved-on' });
  });
}

/** Takes another of the file's first rows for the names of its columns; the columns are then matched by them. */
export async function chooseHeads(actor: Actor, importId: string, headAt: number): Promise<Outcome> {
  const own = await ownImport(actor, importId);
  if (!own.ok) return own;
  return own.value<Outcome>(async (tx, actor) => {
    const [found] = await tx
      .select({ options: productImports.options, total: productImports.total })
      .from(productImports)
      .where(and(eq(productImports.id, importId), eq(productImports.status, 'previewed')))
      .for('no key update');
    const options = (found?.options ?? {}) as ImportOptions;
    const header = options.top?.[headAt];
    if (!found || !header) return refuse({ kind: 'moved-on' });
    const total = found.total + (options.headAt ?? 0) - headAt;
    if (total < 1) return refuse({ kind: 'no-data' });
    const mapping = mapByHeader(header);
    const next = {
      header: [...header],
      headerKey: headerKeyOf(header),
      mapping,
      options: { ...options, headAt, same: {} },
      total,
      movedOn: false,
    };
    if (mapping.name !== undefined && doubtfulFields(header).length === 0)
      return (await moveOn(tx, actor, importId, ['previewed'], { status: 'reading', ...next }))
        ? succeed(null)
        : refuse({ kind: 'moved-on' });
    await tx
      .update(productImports)
      .set({ ...next, counts: null })
      .where(eq(productImports.id, importId));
    return succeed(null);
  });
}

async function readOptions(
  texts: Readonly<Record<string, string>>,
): Promise<{ ok: true; options: ImportOptions } | { ok: false; errors: Record<string, string[]> }> {
  const errors: Record<string, string[]> = {};
  const category = productFields.categoryId.read(texts.categoryId ?? '');
  const newType = texts.newType ?? '';
  const type = newType === '' ? { value: '' } : productFields.productType.read(newType);
  const categoryId = 'error' in category ? 0 : category.value;
  const [shelf] = await database()
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, categoryId));
  if (!shelf) errors.categoryId = ['Choose a category.'];
  if ('error' in type) return { ok: false, errors: { ...errors, newType: [type.error] } };
  if (!shelf) return { ok: false, errors };
  const incomplete = texts.incomplete === 'reject' ? 'reject' : 'off-sale';
  return { ok: true, options: { categoryId, productType: type.value, incomplete } };
}

/**
 * Refuses if the preview has changed since it was seen, if its warnings were not accepted, and a file that receives lots
 * while the state's tracking system is down.
 */
export async function startApplying(
  actor: Actor,
  importId: string,
  seen: { preview: number; accepted: boolean },
): Promise<Outcome> {
  const own = await ownImport(actor, importId);
  if (!own.ok) return own;
  return own.value<Outcome>(async (tx, actor) => {
    const [found] = await tx
      .select({ counts: productImports.counts, preview: productImports.preview })
      .from(productImports)
      .where(and(eq(productImports.id, importId), eq(productImports.status, 'previewed')))
      .for('no key update');
    const counts = (found?.counts ?? null) as ImportCounts | null;
    if (!found || counts === null || found.preview !== seen.preview) return refuse({ kind: 'moved-on' });
    if (counts.new + counts.changed === 0) return refuse({ kind: 'nothing-to-apply' });
    if (counts.warned > 0 && !seen.accepted) return refuse({ kind: 'not-accepted' });
    if ((await isStateDown(tx)) && (await receivesLots(tx, importId))) return refuse({ kind: 'state-down' });
    const next = { status: 'applying', movedOn: false, left: 0 } as const;
    return (await moveOn(tx, actor, importId, ['previewed'], next, seen.preview))
      ? succeed(null)
      : refuse({ kind: 'moved-on' });
  });
}

/** Refuses an import that was already undone, or that was applied too long ago to undo. */
export async function startUndoing(actor: Actor, importId: string): Promise<Outcome> {
  const own = await ownImport(actor, importId);
  if (!own.ok) return own;
  return own.value<Outcome>(async (tx, actor) => {
    const [batch] = await tx
      .select({ id: productBatches.id })
      .from(productImports)
      .innerJoin(productBatches, eq(productBatches.id, productImports.batchId))
      .where(
        and(
          eq(productImports.id, importId),
          isNull(productBatches.undoneAt),
          sql`${productBatches.createdAt} > now() - interval '24 hours'`,
        ),
      );
    if (!batch) return refuse({ kind: 'nothing-to-undo' });
    return (await moveOn(tx, actor, importId, ['applied'], { status: 'undoing', left: 0 }))
      ? succeed(null)
      : refuse({ kind: 'nothing-to-undo' });
  });
}
