/** Adds, changes and removes printers, and prints a test page. */
import { randomBytes, randomInt } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PrinterConnection, PrinterMaker } from '#kernel/statuses.ts';
import { tellPages } from './on-printer.server.ts';
import { MOST_PRINTERS, type PaperWidth, type PrintingProblem, usesProblem } from './printing.ts';

export type PrinterInput = {
  name: string;
  place: string;
  /** In millimeters. */
  width: PaperWidth;
  printsReceipts: boolean;
  printsSlips: boolean;
  printsLabels: boolean;
  opensDrawer: boolean;
};

type Outcome<T = null> = Result<T, PrintingProblem>;
const STORE = { subject: 'store', subjectId: 'printers' } as const;
const asAdmin = (actor: Actor) => staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));

/**
 * 127 random bits as a digit and 25 letters and digits, without those that are taken for one another: someone types them.
 * By the digit a log takes it for no word of a path (`plain-path`).
 */
function newToken(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const rest = [...randomBytes(25)].map((byte) => letters[byte % 32]).join('');
  return `${randomInt(2, 8)}${rest}`;
}

/** Refuses more than `MOST_PRINTERS`, a name that another one has, and what no printer can be. Returns its id. */
export function addPrinter(
  actor: Actor,
  {
    maker,
    connection = 'network',
    ...input
  }: PrinterInput & { maker: PrinterMaker; connection?: PrinterConnection },
): Promise<Outcome<string>> {
  return asAdmin(actor)<Outcome<string>>(async (tx, admin) => {
    const wrong = usesProblem({ maker, connection, ...input });
    if (wrong) return refuse({ kind: 'cannot-be', ...wrong });
    const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(printers);
    if ((counted?.count ?? 0) >= MOST_PRINTERS) return refuse({ kind: 'too-many' });
    const [added] = await tx
      .insert(printers)
      .values({ ...input, maker, connection, token: newToken() })
      .onConflictDoNothing()
      .returning({ id: printers.id });
    if (!added) return refuse({ kind: 'name-taken' });
    await recordAudit(tx, admin, { ...STORE, action: 'printer.added', after: audited(input) });
    await tellPages(tx);
    return succeed(added.id);
  });
}

/** Refused: a name that another one has, and what no printer can be. */
export function changePrinter(actor: Actor, id: string, input: PrinterInput): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx, admin) => {
    const before = await lockPrinter(tx, id);
    if (!before) return refuse({ kind: 'not-found' });
    const wrong = usesProblem({ ...before, ...input });
    if (wrong) return refuse({ kind: 'cannot-be', ...wrong });
    const [same] = await tx
      .select({ id: printers.id })
      .from(printers)
      .where(and(eq(sql`lower(${printers.name})`, input.name.toLowerCase()), ne(printers.id, id)));
    if (same) return refuse({ kind: 'name-taken' });
    await tx.update(printers).set(input).where(eq(printers.id, id));
    await recordAudit(tx, admin, {
      ...STORE,
      action: 'printer.changed',
      before: audited(before),
      after: audited(input),
    });
    await tellPages(tx);
    return succeed(null);
  });
}

/** With its papers: its address answers nothing anymore. */
export function removePrinter(actor: Actor, id: string): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx, admin) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [removed] = await tx.delete(printers).where(eq(printers.id, id)).returning({ name: printers.name });
    if (!removed) return refuse({ kind: 'not-found' });
    await recordAudit(tx, admin, { ...STORE, action: 'printer.removed', before: { name: removed.name } });
    await tellPages(tx);
    return succeed(null);
  });
}

/** Once for a key. */
export function printTestPage(actor: Actor, { id, key }: { id: string; key: string }): Promise<Outcome> {
  return asAdmin(actor)<Outcome>(async (tx) => {
    if (!(await lockPrinter(tx, id))) return refuse({ kind: 'not-found' });
    await tx
      .insert(printJobs)
      .values({ printerId: id, kind: 'test', key: `test:${key}` })
      .onConflictDoNothing();
    await tellPages(tx);
    return succeed(null);
  });
}

async function lockPrinter(tx: Transaction, id: string) {
  if (!isUuid(id)) return null;
  const [printer] = await tx.select().from(printers).where(eq(printers.id, id)).for('no key update');
  return printer ?? null;
}

const audited = ({
  name,
  place,
  width,
  printsReceipts,
  printsSlips,
  printsLabels,
  opensDrawer,
}: PrinterInput | (Omit<PrinterInput, 'width'> & { width: number })) => ({
  name,
  place,
  paperWidth: width,
  printsReceipts,
  printsSlips,
  printsLabels,
  opensDrawer,
});
