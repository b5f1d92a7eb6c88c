/** Printers of receipts and labels of the store, and what they print. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  paperStates,
  printerConnections,
  printerMakers,
  printJobStatuses,
  printKinds,
} from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { orders } from './orders.ts';

export const printers = pgTable(
  'printers',
  {
    id: idColumn(),
    name: text().notNull(),
    /** 'Register 1'; '' if it was not said. */
    place: text().notNull().default(''),
    maker: text({ enum: printerMakers }).notNull(),
    connection: text({ enum: printerConnections }).notNull().default('network'),
    /** The last part of its address. Who knows it gets what this printer prints, and nothing else. */
    token: text().notNull(),
    /** Of the paper, in millimeters: 80 or 58 for a roll, 102 or 76 for labels of 4 × 2 and 3 × 2 inches. */
    width: integer().notNull().default(80),
    /** Whether it prints a receipt when an order is paid, and a slip when one arrives. */
    printsReceipts: boolean().notNull().default(false),
    printsSlips: boolean().notNull().default(false),
    /** Whether staff print labels on it. */
    printsLabels: boolean().notNull().default(false),
    /** Whether the cash drawer is plugged into it: it opens the drawer when cash is taken. */
    opensDrawer: boolean().notNull().default(false),
    /** null until it asked for the first time. */
    lastContactAt: instant(),
    /** As it said last; null if it says nothing of its paper. */
    paper: text({ enum: paperStates }),
    /** Whether the board was told that it no longer asks. */
    isAway: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique('printers_token_key').on(table.token),
    uniqueIndex('printers_name_idx').on(sql`lower(${table.name})`),
    check('printers_maker_check', isOneOf(table.maker, printerMakers)),
    check('printers_paper_check', isOneOf(table.paper, paperStates)),
    check('printers_connection_check', isOneOf(table.connection, printerConnections)),
    check('printers_width_check', sql`${table.width} in (80, 58, 102, 76)`),
    // Such a printer fetches nothing itself, and has no paper for receipts and no drawer.
    check(
      'printers_labels_check',
      sql`(${table.maker} = 'zebra') = (${table.width} in (102, 76))
        and (${table.maker} <> 'zebra' or (${table.connection} = 'tablet'
          and not ${table.printsReceipts} and not ${table.printsSlips} and not ${table.opensDrawer}))`,
    ),
  ],
);

/** One paper of one printer. Deleted after a week. */
export const printJobs = pgTable(
  'print_jobs',
  {
    id: idColumn(),
    /** By which the printer names it, in the order of printing. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    printerId: uuid()
      .notNull()
      .references(() => printers.id, { onDelete: 'cascade' }),
    kind: text({ enum: printKinds }).notNull(),
    /** null for a test page, and for a drawer that is opened without a sale. */
    orderId: uuid().references(() => orders.id, { onDelete: 'cascade' }),
    /** What asked for it: the form's, or what happened to the order. The same cause prints once. */
    key: text().notNull(),
    status: text({ enum: printJobStatuses }).notNull().default('waiting'),
    /** How often the printer was told of it. */
    attempts: integer().notNull().default(0),
    /** When the printer was told of it last, and when it then took the bytes. */
    offeredAt: instant(),
    takenAt: instant(),
    endedAt: instant(),
    /** What the printer said when it failed: '410', 'EPTR_REC_EMPTY'. */
    problem: text(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('print_jobs_number_key').on(table.number),
    unique('print_jobs_cause_key').on(table.printerId, table.key),
    index('print_jobs_open_idx')
      .on(table.printerId, table.number)
      .where(sql`status in ('waiting', 'sent', 'failed', 'asked')`),
    index('print_jobs_order_idx').on(table.orderId),
    index('print_jobs_created_idx').on(table.createdAt),
    check('print_jobs_kind_check', isOneOf(table.kind, printKinds)),
    check('print_jobs_status_check', isOneOf(table.status, printJobStatuses)),
    check(
      'print_jobs_about_check',
      sql`${table.kind} = 'drawer' or (${table.orderId} is null) = (${table.kind} = 'test')`,
    ),
    check('print_jobs_ended_check', sql`(${table.endedAt} is not null) = (${table.status} = 'printed')`),
  ],
);
