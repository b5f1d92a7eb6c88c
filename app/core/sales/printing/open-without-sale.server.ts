/** Opens the cash drawer without a sale. It moves no cash and is no entry of the drawer; who and why are on record. */
import { eq, sql } from 'drizzle-orm';
import { type Actor, type Approver, mayCloseWithout } from '#core/ground/access/actor.ts';
import { approverAsActor, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { openCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { PrintingProblem } from './printing.ts';

type Outcome = Result<{ changed: boolean }, PrintingProblem>;

/**
 * By an admin or the person in charge, or by anyone who has their yes, in their name. Once for a key. Refused: everyone else, a
 * yes that no longer counts, no reason, and a store whose printers open no drawer.
 */
export function openWithoutSale(
  actor: Actor,
  { key, reason, approver = null }: { key: string; reason: string; approver?: Approver | null },
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, staff, abandon) => {
    const inCharge = (await openCharge(tx))?.personId ?? null;
    if (!approver && !mayCloseWithout(staff, inCharge)) return refuse({ kind: 'not-allowed' });
    if (!isUuid(key)) return refuse({ kind: 'not-found' });
    if (reason === '') return refuse({ kind: 'reason-missing' });
    const { rowCount } = await tx.execute(sql`
      insert into ${printJobs} (printer_id, kind, key)
      select id, 'drawer', ${`no-sale:${key}`} from ${printers} where opens_drawer
      on conflict do nothing`);
    if (rowCount === 0)
      return (await tx.$count(printers, eq(printers.opensDrawer, true))) > 0
        ? succeed({ changed: false })
        : refuse({ kind: 'no-drawer' });
    const by = approver ?? staff;
    await recordAudit(
      tx,
      { kind: 'user', userId: by.userId, name: by.name },
      {
        action: 'drawer.opened-without-sale',
        subject: 'store',
        subjectId: 'drawer',
        after: approver ? { askedBy: staff.name } : {},
        reason,
      },
    );
    await announce(tx, 'orders', 'operations');
    if (approver) {
      const yes = await approverAsActor(tx, approver, staff);
      if (!yes || !mayCloseWithout(yes, inCharge)) return abandon(refuse({ kind: 'not-allowed' }));
    }
    return succeed({ changed: true });
  });
}
