/** Generates the whole demo store for a given moment, without a database: the same store for the same moment. */

import { defaultSettings, type Settings } from '#core/ground/settings/settings.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { instantOf } from '#kernel/time.ts';
import { demoCalendar } from './demo-calendar.ts';
import { type CoursedOrder, movementsOf, withCourses } from './demo-course.ts';
import { type HeldProduct, inventHeldProducts } from './demo-held.ts';
import { inventOrders } from './demo-orders.ts';
import { type DemoPeople, inventPeople } from './demo-people.ts';
import { type DemoStock, drawStock } from './demo-stock.ts';
import { drawMenu, drawTaxRules, type ShelvedProduct } from './demo-store.ts';
import { planVisits } from './demo-visits.ts';
import { randomFrom } from './random.ts';

/** Any number works; this one gives the store in the screenshots. */
const DEMO_SEED = 13_783;

export type DemoStore = {
  now: Date;
  settings: Settings;
  taxRules: readonly TaxRule[];
  menu: readonly ShelvedProduct[];
  people: DemoPeople;
  orders: readonly CoursedOrder[];
  held: readonly HeldProduct[];
  stock: DemoStock;
};

/** The whole demo store except its passwords and pictures. Must succeed at every moment. */
export function drawDemoStore(now: Date): DemoStore {
  const random = randomFrom(DEMO_SEED);
  const settings = defaultSettings();
  const policy = pickupPolicy(settings);
  const calendar = demoCalendar(now, policy.zone);
  const people = inventPeople(random, now);
  const taxRules = drawTaxRules(random, now);
  const menu = drawMenu(random, calendar);
  const { compliance } = settings;
  const invented = inventOrders(
    { random, now, menu, people, taxRules, compliance },
    planVisits(random, policy, now),
  );
  const { hour } = instantOf(now).toZonedDateTimeISO(policy.zone);
  const orders = withCourses(random, invented, people, now, hour);
  const held = inventHeldProducts(random, now, settings, menu, people, hour);
  const movements = [...movementsOf(orders), ...held.flatMap((hold) => hold.movements)];
  return {
    now,
    settings,
    taxRules,
    menu,
    people,
    orders,
    held,
    stock: drawStock(menu, movements, calendar, people.admin.id),
  };
}
