/** Tests the state of messages on a closure's page. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { tellClosure } from '#core/sales/closures/tell-closure.server.ts';
import { closures } from '#db/schema/closures.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { close } from '#tests/support/closures.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aMug, anOrder, NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readClosureView } from './closure-view.server.ts';

const fresh = freshShop(afterAll);

test('emails count as sent only with a mail server', async () => {
  await openTestMail();
  const admin = await aPerson(fresh.db, { role: 'admin' });
  await anOrder(await aPerson(fresh.db), [[await aMug(fresh.db), 1]]);
  const outcome = await close(admin);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  const { number } = outcome.value;
  const [closure] = await fresh.db.select().from(closures).where(eq(closures.number, number));
  await tellClosure(closure?.id ?? '', NOW);
  const read = async () => {
    const view = await readClosureView(admin, number, new URLSearchParams());
    return [view?.sendsEmail, view?.list.page.rows[0]?.message];
  };
  expect(await read()).toEqual([false, 'Sent by bell; email not sent']);
  await openTestMail({ smtpUrl: 'smtp://127.0.0.1:1' });
  expect(await read()).toEqual([true, 'Sent by bell; email waiting']);
  await fresh.db.update(mailMessages).set({ status: 'sent' });
  expect(await read()).toEqual([true, 'Sent by bell, email']);
});
