/** Customers check out at two instances while the back office edits, imports, folds and saves the same products. */
import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { startApplying, startUndoing } from '#core/goods/catalogue/imports/change-import.server.ts';
import { saveImport } from '#core/goods/catalogue/imports/receive-import.server.ts';
import { applyChange, previewChange } from '#core/goods/catalogue/products/change-products.server.ts';
import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import { saveProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { readUndoable, undoBatch } from '#core/goods/catalogue/products/undo-batch.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { newestVersion } from '#core/ground/settings/settings-versions-queries.server.ts';
import { foldSales } from '#core/records/analytics/fold-sales.server.ts';
import type { Database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { readImport } from '#office/imports/imports-queries.server.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import type { Application } from './application.ts';
import { orderIn } from './checkout-load.ts';
import { aMug } from './orders.ts';
import { aPerson, signedIn } from './people.ts';
import { inParallel, postForm } from './requests.ts';

export type BusyShop = {
  db: Database;
  apps: readonly Application[];
  folder: string;
  slot: string;
  admin: SignedIn;
  /** Cookies. */
  customers: string[];
  /** The office edits these. Every cart has one of the first. */
  edited: Product[];
  /**
   * Imports change these, and no one else edits them, because an edit would repeat the file's comparison. Every cart
   * has one.
   */
  imported: Product[];
};
type Product = { id: number; name: string };

const LOCK_TIMEOUT = '55P03';
/** Products of each kind in the carts. */
const IN_CARTS = 10;
const CUSTOMERS = 8;
const oneInCarts = (products: readonly Product[]) => products[randomInt(IN_CARTS)]?.id ?? 0;

export async function aBusyShop(
  shop: Pick<BusyShop, 'db' | 'apps' | 'folder' | 'slot'>,
  productCount: number,
): Promise<BusyShop> {
  const names = Array.from({ length: productCount }, () => `Whimbrel ${randomUUID()}`);
  const products = await inParallel(names, 10, async (name) => ({
    id: await aMug(shop.db, { name, onHand: 100_000 }),
    name,
  }));
  const customers = await inParallel(Array.from({ length: CUSTOMERS }), 4, async () =>
    signedIn(shop.db, await aPerson(shop.db)),
  );
  const person = await aPerson(shop.db, { role: 'admin' });
  await signedIn(shop.db, person);
  const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, person.userId));
  const [edited, imported] = [products.slice(0, productCount / 2), products.slice(productCount / 2)];
  return { ...shop, edited, imported, customers, admin: { ...person, sessionId: session?.id ?? '' } };
}

export type Sales = { count: number; median: number; p95: number; longest: number; refused: string[] };

/** Every customer orders two products, waits a little, and repeats until stopped. */
export function sell({ apps, customers, edited, imported, slot }: BusyShop): { stop(): Promise<Sales> } {
  let isOver = false;
  const times: number[] = [];
  const refused: string[] = [];
  const selling = customers.map(async (cookie, at) => {
    while (!isOver) {
      const cart = `${oneInCarts(edited)}:1.${oneInCarts(imported)}:1`;
      const app = apps[at % apps.length];
      if (!app) throw new Error('no application');
      const form = { key: randomUUID(), lines: cart, slot, again: 'yes' };
      const began = performance.now();
      const response = await postForm(app, '/checkout', form, { cookie });
      const text = await response.text();
      times.push(performance.now() - began);
      if (orderIn(response) === null)
        refused.push(`${response.status} ${/role="alert".{0,300}/s.exec(text)?.[0] ?? ''}`);
      await pause(100 + randomInt(200));
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(selling);
      const sorted = times.toSorted((left, right) => left - right);
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return { count: times.length, median: at(0.5), p95: at(0.95), longest: at(1), refused };
    },
  };
}

/** The office's work, and its times in milliseconds. */
export type OfficeWork = Record<string, number[]>;

/**
 * Six staff members work until stopped. Each does one kind of work, and repeats it `restMs` milliseconds after it is
 * done.
 */
export function workInOffice(shop: BusyShop, restMs: number): { stop(): Promise<OfficeWork> } {
  let isOver = false;
  const done: OfficeWork = {};
  const again = async (name: string, work: () => Promise<boolean>) => {
    while (!isOver) {
      const began = performance.now();
      if (await work().catch(orBusy)) done[name] = [...(done[name] ?? []), performance.now() - began];
      await pause(restMs);
    }
  };
  const working = [
    again('price edits', () => editPrice(shop)),
    again('bulk changes', () => changeAll(shop)),
    again('undone bulk changes', async () => {
      const batch = await readUndoable(shop.admin);
      return batch?.kind === 'edit' && (await undoBatch(shop.admin, batch.id)).ok;
    }),
    again('imports', () => importAll(shop, () => isOver)),
    again('folds', async () => {
      await foldSales();
      return true;
    }),
    again('settings', () => saveHolds(shop)),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(working);
      return done;
    },
  };
}

/** A page says that the shop is busy if another change of the same products takes more than four seconds. */
function orBusy(error: unknown): false {
  if (databaseErrorCode(error) !== LOCK_TIMEOUT) throw error;
  return false;
}

async function editPrice({ admin, edited }: BusyShop): Promise<boolean> {
  const id = oneInCarts(edited);
  const version = (await readEditedProduct(admin, id))?.version ?? 0;
  const edit = { version, values: { retailPrice: 1000 + randomInt(2000) }, accepted: '' };
  return (await saveProduct(admin, id, edit, { base: {}, mine: {} })).ok;
}

async function changeAll({ admin, edited }: BusyShop): Promise<boolean> {
  const change = { price: { to: 1000 + randomInt(2000) } };
  const selection = { ids: edited.map(({ id }) => id) };
  const seen = await previewChange(admin, selection, change);
  if (!seen.ok) return false;
  const { fingerprint } = seen.value;
  return (await applyChange(admin, selection, change, { fingerprint, accepted: true })).ok;
}

/** The instances' workers do it: compare, apply, undo. A colleague's edit in between repeats the comparison. */
async function importAll({ db, admin, folder, imported }: BusyShop, isOver: () => boolean): Promise<boolean> {
  const { rows } = await db.execute<{ id: number; units: number }>(sql`
    select product_id as id, on_hand as units from product_stock
    where product_id = any(${sql.param(imported.map(({ id }) => id))}::int[])`);
  const units = new Map(rows.map((row) => [row.id, row.units]));
  const price = `${10 + randomInt(20)}.00`;
  const lines = imported.map(({ id, name }) => `${name},${(units.get(id) ?? 0) + 1},${price},${id}`);
  const path = join(folder, randomUUID());
  await writeFile(path, ['Product,Stock,Retail,ID', ...lines].join('\n'));
  const kept = await saveImport(admin, path);
  if (!kept.ok) throw new Error(JSON.stringify(kept.problem));
  const { importId } = kept.value;
  const look = async (...wanted: string[]) => {
    for (;;) {
      const found = await readImport(admin, importId);
      if (found && wanted.includes(found.status)) return found;
      await pause(20);
    }
  };
  for (;;) {
    const { status, preview } = await look('previewed', 'applied', 'failed');
    if (status === 'failed') throw new Error('an import has failed');
    if (status === 'applied') break;
    if (isOver()) return false;
    await startApplying(admin, importId, { preview, accepted: true });
    await look('applied', 'previewed', 'failed', 'reading');
  }
  await startUndoing(admin, importId);
  await look('undone');
  return true;
}

async function saveHolds({ db, admin }: BusyShop): Promise<boolean> {
  const version = await db.transaction((tx) => newestVersion(tx, 'holds'));
  return (await saveSettings(admin, 'holds', { sameAgainMinutes: randomInt(5) }, version)).ok;
}

export function inWords(alone: Sales, beside: Sales, work: OfficeWork, deadlocks: number): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const sales = ({ count, median, p95, longest, refused }: Sales) =>
    `${count} checkouts, median ${ms(median)}, p95 ${ms(p95)}, longest ${ms(longest)}, ${refused.length} refused`;
  const office = Object.entries(work).map(
    ([name, times]) => `${times.length} ${name} (longest ${ms(Math.max(...times))})`,
  );
  return [
    `alone:  ${sales(alone)}`,
    `beside: ${sales(beside)} (p95 × ${(beside.p95 / alone.p95).toFixed(2)})`,
    `office: ${office.join(', ')}`,
    `deadlocks: ${deadlocks}`,
  ].join('\n');
}
