/** Reads the progress of a store's set-up. */
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database, databasePool } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { backups } from '#db/schema/backups.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { staffInvitations, userRoles } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { settingsVersions } from '#db/schema/settings.ts';
import { productStock } from '#db/schema/stock.ts';
import { stateReporting } from '#db/schema/tracking.ts';
import { snapshotTakenAt } from '#db/snapshot.ts';
import { isDemoStore } from '#platform/demo-store.ts';
import { mailState } from '#platform/outgoing/mail.ts';
import { type SetUpStep, type StoreProgress, stepsOf } from './set-up-steps.ts';
import { defaultSettings } from './settings.ts';
import { readSettings, readStoredSettings } from './settings-queries.server.ts';
import { storeClock } from './store-clock.server.ts';
import { type MissingFact, missingFacts } from './store-facts.ts';

export type SetUp = {
  isOpen: boolean;
  isHidden: boolean;
  steps: SetUpStep[];
  hasCategories: boolean;
  /** Facts that are empty or the sample's; none in a demo store, which is the sample. */
  missing: MissingFact[];
  /** Unless it works, no new customer can confirm an address and order. */
  mail: ReturnType<typeof mailState>;
};

/** What a real store lacks. A shop in production that opened before this was asked may still have facts of the sample. */
async function readMissingFacts(): Promise<MissingFact[]> {
  if (isDemoStore()) return [];
  const { store } = await readStoredSettings(database());
  return missingFacts(store, defaultSettings().store);
}

/** Of the audit log, the only place where a rehearsal leaves a trace. */
async function readRehearsal(): Promise<'held' | 'running' | null> {
  if (await snapshotTakenAt(databasePool())) return 'running';
  return (await database().$count(auditLog, eq(auditLog.action, 'rehearsal.held'))) > 0 ? 'held' : null;
}

async function readTaxes(): Promise<'set' | 'estimate' | 'none'> {
  const { today } = await storeClock();
  const [rule] = await database()
    .select({ applies: sql<boolean>`coalesce(${taxRules.until} > ${today.toString()}::date, true)` })
    .from(taxRules)
    .orderBy(sql`1 desc`)
    .limit(1);
  if (!rule) return 'estimate';
  return rule.applies ? 'set' : 'none';
}

async function readMenu(): Promise<StoreProgress['menu']> {
  const onMenu = and(eq(products.forSale, true), isNull(products.archivedAt));
  const [[category], [product], [sells]] = await Promise.all([
    database().select({ id: categories.id }).from(categories).limit(1),
    database().select({ id: products.id }).from(products).where(onMenu).limit(1),
    database()
      .select({ id: products.id })
      .from(products)
      .innerJoin(productStock, eq(productStock.productId, products.id))
      .where(and(onMenu, gt(productStock.onHand, 0)))
      .limit(1),
  ]);
  if (sells) return 'sells';
  if (product) return (await hasSold()) ? 'sells' : 'products';
  return category ? 'categories' : 'empty';
}

/** A shop that sold all it had was set up. */
async function hasSold(): Promise<boolean> {
  const [order] = await database()
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.isHistory, false))
    .limit(1);
  return order !== undefined;
}

async function readTracking(): Promise<StoreProgress['tracking']> {
  const [[connection], [reporting]] = await Promise.all([
    database()
      .select({ trouble: shopConnections.trouble })
      .from(shopConnections)
      .where(eq(shopConnections.kind, 'tracking')),
    database().select({ isOn: stateReporting.isOn }).from(stateReporting),
  ]);
  if (!connection) return 'off';
  if (reporting?.isOn) return 'report';
  return connection.trouble === null ? 'watch' : 'failing';
}

/** Null for people who may not manage settings. */
export async function readSetUp(actor: Actor): Promise<SetUp | null> {
  if (!may(actor, 'settings.manage')) return null;
  const [{ opening }, missing, saved, taxes, menu, tracking, staff, invited, rehearsal, backedUp] =
    await Promise.all([
      readSettings(),
      readMissingFacts(),
      database().selectDistinct({ name: settingsVersions.name }).from(settingsVersions),
      readTaxes(),
      readMenu(),
      readTracking(),
      database().$count(userRoles, ne(userRoles.role, 'user')),
      database().$count(staffInvitations),
      readRehearsal(),
      database().$count(backups, and(eq(backups.status, 'good'), isNull(backups.removedAt))),
    ]);
  const mail = mailState();
  const steps = stepsOf(opening, {
    ...{ missing, mail, saved: saved.map(({ name }) => name), people: staff + invited, rehearsal },
    ...{ taxes, menu, tracking, hasBackup: backedUp > 0 },
  });
  return {
    ...{ isOpen: opening.isOpen, isHidden: opening.isSetUpHidden, steps, missing, mail },
    hasCategories: menu !== 'empty',
  };
}
