/** Pickup slots and how many places in each are taken. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The number of orders in a pickup slot; created with its first order. The capacity is a setting. */
export const pickupSlots = pgTable(
  'pickup_slots',
  {
    startsAt: instant().primaryKey(),
    taken: integer().notNull().default(0),
  },
  (table) => [check('pickup_slots_taken_check', sql`${table.taken} >= 0`)],
);
