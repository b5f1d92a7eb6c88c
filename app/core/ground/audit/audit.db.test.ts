/**
 * The audit log in a database: found by words, person, thing, kind and day; exports are recorded; entries never change.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordSignIn } from '#core/accounts/identity/sessions/record-sign-in.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recentActor } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { auditList } from './audit-list.ts';
import { readAudit } from './audit-queries.server.ts';
import { exportAudit } from './export-audit.server.ts';
import { type AuditEntry, recordAudit } from './record-audit.server.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let admin: SignedIn;
const productId = '4711';
const customer = { id: '', email: 'Quince@Example.com' };

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Auditor' });
  customer.id = (await aPerson(fresh.db, { email: customer.email })).userId;
  await inTransaction(async (tx) => {
    await recordAudit(tx, admin, {
      action: 'product.edited',
      subject: 'product',
      subjectId: productId,
      before: { retailPrice: 4500 },
      after: { retailPrice: 5000 },
      reason: 'New harvest 100%',
    });
    const byTheShop: AuditEntry = {
      action: 'account.deleted',
      subject: 'customer',
      subjectId: customer.id,
      reason: 'Quarrel',
    };
    await recordAudit(tx, null, byTheShop);
    const recent = await recentActor(admin);
    if (!recent) throw new Error('the admin has just signed in');
    await recordAudit(tx, recent, {
      action: 'license-photo.viewed',
      subject: 'customer',
      subjectId: customer.id,
    });
    await recordAudit(tx, recent, { action: 'orders.exported', subject: 'store', subjectId: 'orders' });
  });
});
afterAll(() => fresh.stop());

test('recording a guarded action requires the type of a recent sign-in, even when it is one of several actions', () => {
  const compiles = (tx: Transaction, actor: SignedIn, action: 'product.edited' | 'role.changed') => {
    const entry = { subject: 'product', subjectId: productId } as const;
    recordAudit(tx, actor, { ...entry, action: 'product.edited' });
    // @ts-expect-error guarded
    recordAudit(tx, actor, { ...entry, action: 'role.changed' });
    // @ts-expect-error may be guarded
    recordAudit(tx, actor, { ...entry, action });
  };
  expect(compiles).toBeTypeOf('function');
});

async function found(query: string): Promise<string[]> {
  const page = await readAudit(admin, auditList.parse(new URLSearchParams(query)), ZONE);
  return (page?.rows ?? []).map(({ action }) => action).sort();
}

describe('the audit log', () => {
  test.each([
    ['find=harvest', ['product.edited']],
    ['find=quarrel', ['account.deleted']],
    // Words that only the screen has.
    ['find=photo viewed', ['license-photo.viewed']],
    ['find=account quarrel', ['account.deleted']],
    ['find=harvest quarrel', []],
    ['find=100%25', ['product.edited']],
    ['find=_', []],
    [`thing=${productId}`, ['product.edited']],
    ['thing=quince@example.com', ['account.deleted', 'license-photo.viewed']],
    ['thing=ORD999999', []],
    ["thing=' or 1=1", []],
    ['kind=prices', ['product.edited']],
    ['kind=bans', []],
    ['kind=reveals', ['license-photo.viewed']],
    ['kind=exports', ['orders.exported']],
    ['kind=settings', []],
    ['who=ada', ['license-photo.viewed', 'orders.exported', 'product.edited']],
    ['subject=customer&who=ada', ['license-photo.viewed']],
    ['until=2001-01-01', []],
  ])('finds actions by %s', async (query, actions) => {
    expect(await found(query)).toEqual(actions);
  });

  test('contains the sign-ins of staff, and no others', async () => {
    const staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Staff' });
    const buyer = await aPerson(fresh.db, { name: 'Bea Buyer' });
    for (const { userId } of [staff, buyer])
      await inTransaction((tx) => recordSignIn(tx, { userId, userAgent: 'Mozilla/5.0 Firefox/140.0' }));
    expect(await found('kind=signIns')).toEqual(['staff.signed-in']);
    expect(await found('who=Sam')).toEqual(['staff.signed-in']);
    expect(await found('who=Bea')).toEqual([]);
  });

  test('can be read and exported only by admins, and records each export', async () => {
    const staff = await aPerson(fresh.db, { role: 'staff' });
    const state = auditList.parse(new URLSearchParams(`thing=${productId}`));
    expect(await readAudit(staff, state, ZONE)).toBeNull();
    expect(await exportAudit(staff, state, { zone: ZONE, labels: {} })).toMatchObject({ ok: false });
    const exported = await exportAudit(admin, state, { zone: ZONE, labels: {} });
    if (!exported.ok) throw new Error('refused');
    const rows = [];
    for await (const row of exported.value) rows.push(row);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(rows).toMatchObject([{ at, who: 'Ada Auditor', changes: 'Retail: $45.00 → $50.00' }]);
    expect(await found('find=audit.exported')).toEqual(['audit.exported']);
  });

  test('finds what an import did to a product by the product’s words', async () => {
    const lantern = await aProduct(fresh.db, { name: 'Lantern Tincture', strainCode: 'LNT-9' });
    const other = await aProduct(fresh.db);
    const batchId = randomUUID();
    // As many as an import writes in one batch.
    const entries = Array.from({ length: 120 }, (_, at) => ({
      action: at === 0 ? ('product.created' as const) : ('product.edited' as const),
      subject: 'product' as const,
      subjectId: String(at === 0 ? lantern : other),
      after: { retailPrice: '45.00' },
      reason: 'CSV import',
      batchId,
    }));
    await inTransaction((tx) => recordAudit(tx, admin, entries));
    expect(await found('find=lantern')).toEqual(['product.created']);
    expect(await found('find=lnt-9 tinct')).toEqual(['product.created']);
    expect(await found('find=lantern harvest')).toEqual([]);
    expect(await found('find=nobody')).toEqual([]);
    expect(await found('find=csv created')).toEqual(['product.created']);
    expect(await found('find=csv lantern')).toEqual(['product.created']);
    // A row accepted despite a warning is found by the warning too.
    const low = { ...entries[0], reason: 'CSV import, in spite of: below the floor' } as (typeof entries)[0];
    await inTransaction((tx) => recordAudit(tx, admin, { ...low, action: 'product.edited' }));
    expect(await found('find=csv floor')).toEqual(['product.edited']);
    expect(await found('find=edited lantern')).toEqual(['product.edited']);
  });

  test('cannot be changed', async () => {
    const attempts = [
      () => fresh.db.update(auditLog).set({ reason: 'x' }),
      () => fresh.db.delete(auditLog),
      () => fresh.db.execute(sql`truncate audit_log`),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow();
    expect(await found(`thing=${randomUUID()}`)).toEqual([]);
  });
});
