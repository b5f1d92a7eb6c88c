/** Exports the cash of a day for a file. The audit log records first who exported which day. */
import { type Actor, may, mayReadCashDay } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, type StoreDate, storeDate, systemClock } from '#kernel/time.ts';
import type { CashDay } from './cash-day.ts';
import { deskAt, readCashDay } from './cash-day-queries.server.ts';
import { drawCashDay } from './draw-cash-day.server.ts';

type Denied = { kind: 'not-allowed' | 'confirm-first' };

/**
 * Refused: CSV for everyone but admins and in an old sign-in, and a PDF that `mayReadCashDay` refuses. The PDF is printed
 * at the end of a shift, so it needs no recent sign-in.
 */
export async function exportCashDay(
  actor: Actor,
  day: StoreDate,
  form: 'csv' | 'pdf',
  now = systemClock(),
): Promise<Result<CashDay, Denied>> {
  // Checked again at the commit: an admin who is demoted now exports nothing that staff may not.
  const permission = form === 'csv' || may(actor, 'cash.report') ? 'cash.report' : 'cash.handle';
  const denial = refuse({ kind: 'not-allowed' } as const);
  const asStaff =
    form === 'csv'
      ? recentStaffTransaction(actor, permission, denial, refuse({ kind: 'confirm-first' } as const))
      : staffTransaction(actor, permission, denial);
  const { zone } = (await readSettings()).store;
  const denied = await asStaff<Result<CashDay, Denied> | null>(async (tx, actor) => {
    if (!mayReadCashDay(actor, day, await deskAt(tx, storeDate(now, zone), zone)))
      return refuse({ kind: 'not-allowed' });
    await recordAudit(tx, actor, {
      action: 'cash.exported',
      subject: 'store',
      subjectId: 'cash',
      after: { from: day.toString(), form },
    });
    return null;
  });
  if (denied) return denied;
  const report = await readCashDay(actor, day, now);
  return report ? succeed(report) : refuse({ kind: 'not-allowed' });
}

/** The report of a day on paper. Refused as above. */
export async function exportCashDayPdf(
  actor: Actor,
  day: StoreDate,
  now = systemClock(),
): Promise<Result<Buffer, Denied>> {
  const exported = await exportCashDay(actor, day, 'pdf', now);
  if (!exported.ok) return exported;
  const { store } = await readSettings();
  const by = actor.kind === 'user' ? ` by ${actor.name}` : '';
  const status = `Printed ${formatDateTime(now, store.zone)}${by}`;
  const about = { store: store.name, status, at: asDate(now), mark: await rehearsalMark() };
  return succeed(await drawCashDay(exported.value, about));
}
