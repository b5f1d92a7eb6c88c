/** Corrects the cash of a hand-over. The order, its receipt's amounts and the books stay; the open drawer's expected cash follows. */
import { eq } from 'drizzle-orm';
import { type Actor, type Approver, mayCloseWithout } from '#core/ground/access/actor.ts';
import { approverAsActor, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { openCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { cashCorrections } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { lockOrder } from '../write-order-status.server.ts';
import { type CashGiven, type CorrectionProblem, checkCorrection } from './cash-correction.ts';
import { readCashGiven } from './cash-given-queries.server.ts';

export type CorrectionInput = {
  /** Of the form: sent again, it corrects nothing. */
  key: string;
  received: number | null;
  change: number | null;
  reason: string;
  /** What the page showed: another person's correction since is not overwritten. */
  seen: CashGiven;
  approver?: Approver | null;
};

type Outcome = Result<{ changed: boolean; effect: number }, CorrectionProblem>;

/**
 * Anyone at the counter corrects a slip of the finger. Where more or less stays in the drawer than the record said, an admin
 * or the person in charge does, or says yes: it explains a difference before it is counted. Refused besides: an order without
 * cash, no reason, and a difference once the drawer is closed.
 */
export async function correctCash(
  actor: Actor,
  orderId: string,
  { key, seen, approver = null, ...input }: CorrectionInput,
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>(async (tx, staff, abandon) => {
    const inCharge = (await openCharge(tx))?.personId ?? null;
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    const [same] = await tx.select().from(cashCorrections).where(eq(cashCorrections.id, key));
    if (same?.orderId === order.id) return succeed({ changed: false, effect: same.effect });
    // A count of the drawer waits, or came before.
    const desk = await paymentDesk(tx);
    const cash = await readCashGiven(tx, order.id);
    if (order.status !== 'completed' || !cash || cash.owed === 0) return refuse({ kind: 'none-taken' });
    const checked = checkCorrection(cash, input);
    if (!checked.ok) return checked;
    if (cash.received !== seen.received || cash.change !== seen.change) return refuse({ kind: 'stale' });
    const { received, change, effect } = checked.value;
    if (effect !== 0 && !approver && !mayCloseWithout(staff, inCharge))
      return refuse({ kind: 'not-allowed' });
    const isOpen = order.drawerSessionId === desk.drawerSessionId;
    if (effect !== 0 && !isOpen && order.drawerSessionId !== null) return refuse({ kind: 'already-closed' });
    const by = approver ?? staff;
    await tx.insert(cashCorrections).values({
      ...{ id: key, orderId: order.id, cashReceived: received, changeGiven: change, effect },
      ...{ reason: input.reason, drawerSessionId: order.drawerSessionId, createdAt: asDate(now) },
      ...{ correctedBy: by.userId, correctedByName: by.name },
    });
    await recordAudit(
      tx,
      { kind: 'user', userId: by.userId, name: by.name },
      {
        action: 'order.cash-corrected',
        subject: 'order',
        subjectId: order.id,
        before: { cashReceived: cash.received, change: cash.change },
        after: { cashReceived: received, change, ...(approver ? { askedBy: staff.name } : {}) },
        reason: input.reason,
      },
    );
    await announce(tx, 'orders', 'cash', `order:${order.id}`);
    if (approver) {
      const yes = await approverAsActor(tx, approver, staff);
      if (!yes || !mayCloseWithout(yes, inCharge)) return abandon(refuse({ kind: 'not-allowed' }));
    }
    return succeed({ changed: true, effect });
  });
}
