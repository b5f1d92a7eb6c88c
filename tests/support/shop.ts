/** A shop for tests of the running application: always open, with large limits and taxes. */
import { Temporal } from 'temporal-polyfill';
import { pickupSchema } from '#core/ground/settings/settings.ts';
import { offeredSlots } from '#core/sales/pickup/slots.ts';
import type { Database } from '#db/client.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { storeSettings } from '#db/schema/settings.ts';

const day = [{ opens: '08:00', closes: '23:30' }];
const pickup = pickupSchema.parse({
  weekly: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day },
  capacity: 10_000,
  horizonDays: 7,
});

/** Room for test customers, who reserve a great many units. */
const holds = {
  ...{ unitsPerCustomer: 100_000, linesPerCustomer: 10_000, ordersPerHour: 100_000 },
  ...{ unitsUntilPickup: 100_000, ordersUntilPickup: 100_000 },
};

/** Opens the shop in an empty database. */
export async function openShop(db: Database): Promise<void> {
  await openPickup(db);
  await db.insert(taxRules).values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
}

/** Long hours, large slots and room for many holds, whatever the settings were. */
export async function openPickup(db: Database): Promise<void> {
  for (const [name, value] of Object.entries({ pickup, holds })) {
    await db
      .insert(storeSettings)
      .values({ name, value })
      .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  }
}

/** The start of a slot that stays available for as long as the tests run. */
export function aSlot(later = 0): string {
  const days = offeredSlots({ ...pickup, zone: 'America/New_York' }, Temporal.Now.instant());
  const slot = days[1]?.slots[3 + later];
  if (!slot) throw new Error('no slot is on offer');
  return slot.startsAt.toString();
}
