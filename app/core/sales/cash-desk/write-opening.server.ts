/** Writes the opening of a drawer: with a float, or with the cash that its last holder counted. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import type { CashCount } from './cash-count.ts';
import type { DrawerPerson } from './drawer-people-queries.server.ts';

/** `holder` answers for the cash; `fromId` is the drawer that it is taken over from. Amounts in cents. */
type Opening = CashCount & {
  key: string;
  holder: DrawerPerson;
  fromId: string | null;
  openedAt: Date;
};

/** The caller holds the drawer's lock, under which no drawer is open. Returns the number of the drawer. */
export async function writeOpening(
  tx: Transaction,
  actor: SignedIn,
  { key, amount, pieces, holder, fromId, openedAt }: Opening,
): Promise<{ number: number }> {
  const [opened] = await tx
    .insert(drawerSessions)
    .values({
      ...{ key, fromId, float: amount, pieces, openedAt },
      ...{ holderId: holder.id, holderName: holder.name, openedBy: actor.userId, openedByName: actor.name },
    })
    .returning({ id: drawerSessions.id, number: drawerSessions.number });
  if (!opened) throw new Error('no drawer was opened');
  await recordAudit(tx, actor, {
    action: 'drawer.opened',
    subject: 'drawer',
    subjectId: opened.id,
    after: { drawer: opened.number, holder: holder.name, float: amount },
  });
  return { number: opened.number };
}
