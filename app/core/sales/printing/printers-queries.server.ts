/** Reads printers and their papers: for the settings, for the board, and for the buttons at the counter. */
import { asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import type { PaperState, PrinterConnection, PrinterMaker, PrintJobStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { jobWords } from './printing.ts';

export type ListedJob = {
  id: string;
  what: string;
  status: PrintJobStatus;
  problem: string | null;
  at: string;
};
export type ListedPrinter = {
  id: string;
  name: string;
  place: string;
  maker: PrinterMaker;
  connection: PrinterConnection;
  width: number;
  printsReceipts: boolean;
  printsSlips: boolean;
  printsLabels: boolean;
  opensDrawer: boolean;
  /** The path of its address: '/printers/…'. */
  path: string;
  paper: PaperState | null;
  isAway: boolean;
  /** null if it never asked. */
  lastContact: string | null;
  /** Those that are not printed, and the newest that are. */
  jobs: ListedJob[];
};

/** Papers of a printer on its card. */
const MOST_JOBS = 8;

/** null for actors who may not manage settings. */
export async function readPrinters(actor: Actor): Promise<ListedPrinter[] | null> {
  if (!may(actor, 'settings.manage')) return null;
  const { zone } = await storeClock();
  const rows = await database()
    .select()
    .from(printers)
    .orderBy(asc(sql`lower(${printers.name})`));
  return Promise.all(
    rows.map(async ({ token, lastContactAt, createdAt: _, ...row }) => ({
      ...row,
      path: `/printers/${token}`,
      lastContact: lastContactAt && formatDateTime(instantOf(lastContactAt), zone),
      jobs: await jobsOf(row.id, zone),
    })),
  );
}

async function jobsOf(printerId: string, zone: string): Promise<ListedJob[]> {
  const rows = await database()
    .select({ job: printJobs, order: orders.orderId })
    .from(printJobs)
    .leftJoin(orders, eq(orders.id, printJobs.orderId))
    .where(eq(printJobs.printerId, printerId))
    .orderBy(sql`${printJobs.status} = 'printed'`, desc(printJobs.number))
    .limit(MOST_JOBS);
  return rows.map(({ job, order }) => ({
    ...{ id: job.id, status: job.status, problem: job.problem },
    what: jobWords({ kind: job.kind, order }),
    at: formatDateTime(instantOf(job.createdAt), zone),
  }));
}

export type PrinterChoice = { id: string; name: string };

/** Those that print receipts, or labels, or those of tablets. Checks no permission: for staff at the counter. */
export async function readPrinterChoices(
  use: 'receipts' | 'labels' | 'tablets' = 'receipts',
): Promise<PrinterChoice[]> {
  const fits = {
    receipts: ne(printers.maker, 'zebra'),
    labels: eq(printers.printsLabels, true),
    tablets: eq(printers.connection, 'tablet'),
  };
  return database()
    .select({ id: printers.id, name: printers.name })
    .from(printers)
    .where(fits[use])
    .orderBy(asc(sql`lower(${printers.name})`));
}

/** Whether a printer opens a drawer. Checks no permission. */
export const hasDrawerPrinter = async (): Promise<boolean> =>
  (await database().$count(printers, eq(printers.opensDrawer, true))) > 0;

/** What the board says of printers. */
export type PrintingNotices = {
  /** Away, or without paper. */
  printers: { id: string; name: string; paper: PaperState | null; isAway: boolean; waiting: number }[];
  /** Papers that a person decides about, oldest first. */
  papers: { id: string; what: string; printer: string; isAsked: boolean }[];
};

/** Papers that the board asks about at once. */
const MOST_ASKED = 5;

/** Checks no permission. */
export async function readPrintingNotices(): Promise<PrintingNotices> {
  const [troubled, open] = await Promise.all([
    database()
      .select({
        ...{ id: printers.id, name: printers.name, paper: printers.paper, isAway: printers.isAway },
        waiting: sql<number>`(select count(*)::int from print_jobs where printer_id = printers.id and status = 'waiting')`,
      })
      .from(printers)
      .where(or(eq(printers.isAway, true), inArray(printers.paper, ['low', 'out', 'open', 'error'])))
      .orderBy(asc(printers.name)),
    database()
      .select({
        ...{ id: printJobs.id, kind: printJobs.kind, status: printJobs.status },
        order: orders.orderId,
        printer: printers.name,
      })
      .from(printJobs)
      .innerJoin(printers, eq(printers.id, printJobs.printerId))
      .leftJoin(orders, eq(orders.id, printJobs.orderId))
      .where(inArray(printJobs.status, ['asked', 'failed']))
      .orderBy(asc(printJobs.number))
      .limit(MOST_ASKED),
  ]);
  return {
    printers: troubled,
    papers: open.map(({ id, kind, order, status, printer }) => ({
      ...{ id, printer, what: jobWords({ kind, order }), isAsked: status === 'asked' },
    })),
  };
}
