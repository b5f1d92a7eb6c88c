/** Pickup slots and how many places of each are taken. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** How many orders a pickup slot has; made when its first order comes. Capacity itself is a setting. */
export const pickupSlots = pgTable(
  'pickup_slots',
  {
    startsAt: instant().primaryKey(),
    taken: integer().notNull().default(0),
  },
  (table) => [check('pickup_slots_taken_check', sql`${table.taken} >= 0`)],
);
