/** The counter's hour without a network: the tablet shows the day, work waits on it, and is sent when the network is back. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { orderForNow } from '../journeys/counter-offline-steps.ts';
import { expect, test } from './support.ts';

test.use({ size: { width: 820, height: 1080 } });

test('a tablet packs and hands over without a network, also after it starts again, and sends it all later', async ({
  window,
  network,
  shop,
  signIn,
}) => {
  // The network is lost on purpose.
  window.expectErrors(
    /NS_ERROR_|Could not connect|Load failed|network connection was lost|Connection refused|NetworkError|not load|interrupted|cannot be opened|503/i,
  );
  const value = { offlineHandOver: true };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'counter', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  const packed = await orderForNow(shop, 'Linnea Holt', 'LINNEA-01');
  const over = await orderForNow(shop, 'Dell Pine');
  await setStatus(shop.db, over, 'ready');
  await signIn(await shop.person({ role: 'staff', name: 'Pat Shaw' }));
  await window.open('/counter');
  await window.see('Ready for a lost network');

  network.cut();
  // When its stream ends: without a change the next look is 30 seconds after the last.
  await window.see(/No connection since \d{1,2}:\d\d [AP]M\. Showing what was known then\./, 12_000);
  await window.press('button', `Pack ${packed}`);
  await window.find('heading', `Pack ${packed} for Linnea Holt`);
  await window.press('button', /^Pack one/);
  await window.see('packed 1 of 1');
  // A tablet that starts again: the worker answers, and the copy is there.
  await window.open(`/counter/orders/${packed}/packing`);
  await window.see('packed 1 of 1');
  await window.press('button', 'Mark ready');
  await window.see('3 actions on this tablet, not sent yet');

  await window.press('link', `Hand over ${over}`);
  await window.press('text', 'Passport');
  await window.fill('Expires', '2090-01-31');
  await window.fill('Birth date on the ID', '1990-05-14');
  await window.fill('Number of the ID', 'X1234567');
  await window.press('field', 'The name on the ID is Dell Pine');
  await window.fill(/^Cash received/, '60');
  await window.press('button', 'Paid and handed over');
  await window.see('4 actions on this tablet, not sent yet');
  await window.see('$9.60');
  // A page that no tablet has says so, and tries again.
  await window.driver.go(window.address('/admin/dashboard'));
  await window.see('No connection. This page needs the network.');
  await window.open('/counter');
  await window.see('4 actions on this tablet, not sent yet');

  network.mend();
  await window.gone('No connection since');
  await window.gone('not sent yet');
  await expect
    .poll(async () => {
      const rows = await shop.db.select().from(orders);
      return [packed, over].map((number) => rows.find(({ orderId }) => orderId === number)?.status);
    })
    .toEqual(['ready', 'completed']);
  await window.see('Ready for a lost network');
  await shop.db.update(storeSettings).set({ value: {} }).where(eq(storeSettings.name, 'counter'));
});
