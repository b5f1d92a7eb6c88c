/** A form that is pressed with an ended or an old session is brought back, filled in, once the person has signed in again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemoShop, pressEveryNth, stopDemoShop } from '#tests/support/ended-sessions.ts';
import { pressEachCommand } from '#tests/support/old-sign-ins.ts';

/** Every sixth form; the long suite presses all of them. */
const NTH = 6;

beforeAll(() => openDemoShop());
afterAll(stopDemoShop);

test('every form that is pressed with an ended session comes back to its page as typed, after the sign-in', () =>
  pressEveryNth(NTH));

test('what an old sign-in may not do is done once its person has confirmed who they are', async () => {
  // Of each way back one: a dialog in the query, a list, a file, a link of the page, a field of its own.
  const pressed = await pressEachCommand([
    'accounts/identity/staff/change-role changeRole',
    'accounts/identity/second-factor/change-passkeys removePasskey',
    'sales/orders/list/export-orders exportOrders',
    'sales/compliance/change-tax-rules endTaxRule',
    'ground/settings/content/publish-content publishContent',
    'accounts/identity/accounts/change-password changePassword',
    'records/account-data/delete-account deleteAccount',
  ]);
  expect(pressed).toBe(7);
});
