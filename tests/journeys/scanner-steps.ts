/** Scans at every speed that scanners are set to, wherever the focus is: they are read, and press nothing. */

import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { card } from './counter-steps.ts';
import type { Shop } from './shop.ts';

import { visit } from './steps.ts';
import { expect } from './support.ts';

/** Types in real time, with that many milliseconds between two keys; '\n' is Enter, '^j' Ctrl+J. */
export async function typeAtPace(page: Page, text: string, gap: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const from = Date.now();
  const keys = text.match(/\^[a-z]|./gs) ?? [];
  await Promise.all(
    keys.map(async (character, index) => {
      const at = from + index * gap;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
      const control = character.length > 1 ? { modifiers: 2, key: character.slice(1) } : null;
      const typed = character === '\n' ? { key: 'Enter', text: '\r' } : { key: character, text: character };
      const timestamp = at / 1000;
      const code = character === '\n' ? { code: 'Enter', windowsVirtualKeyCode: 13 } : {};
      await client.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        timestamp,
        ...code,
        ...(control ?? typed),
      });
      const key = control?.key ?? typed.key;
      await client.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...code, key });
    }),
  );
  await client.detach();
}

const UPC = '012345678905';

/** A hand-over with $50.00 typed: a scan of a jar is answered, and changes nothing else. */
export async function scanAtHandOver(page: Page, shop: Shop, gaps: readonly number[]): Promise<void> {
  const number = await shop.order(
    await shop.person({ name: 'Wren Hale' }),
    await shop.product({ onHand: 5 }),
  );
  await setStatus(shop.db, number, 'ready');
  await visit(page, `/counter/orders/${number}`);
  const cash = page.getByLabel('Cash received');
  await cash.fill('50');
  const places = [
    cash,
    page.getByRole('button', { name: '$50', exact: true }),
    page.getByRole('button', { name: 'Paid and handed over' }),
    page.getByRole('link', { name: 'Counter', exact: true }),
  ];
  const answer = page.getByText('This is the code of a product, not a license.').first();
  for (const gap of gaps)
    for (const [at, place] of places.entries()) {
      await place.focus();
      await typeAtPace(page, `${['', '~', ']C1', '^b'][at]}${UPC}\n${at === 2 ? '^j' : ''}`, gap);
      await expect(answer).toBeVisible();
      await expect(cash).toHaveValue('50');
      // What 'Paid' says without an ID.
      await expect(page.getByText('Choose the kind of ID.')).toHaveCount(0);
      // A refusal that follows is another one: the first is gone.
      await visit(page, `/counter/orders/${number}`);
      await expect(answer).toHaveCount(0);
      await cash.fill('50');
    }
}

/** A pass on the board, with a button of another order focused. */
export async function scanOnBoard(
  page: Page,
  order: { number: string; pass: string },
  other: string,
  gaps: readonly number[],
) {
  for (const gap of gaps) {
    await visit(page, '/counter');
    await card(page, other)
      .getByRole('button', { name: `Customer is here ${other}` })
      .focus();
    await typeAtPace(page, `~${order.pass}\n`, gap);
    await expect(page).toHaveURL(`/counter/orders/${order.number}`);
    await visit(page, '/counter');
    await expect(card(page, other).getByRole('button', { name: `Customer is here ${other}` })).toBeVisible();
  }
}

/** A person at the search of the board: '/' leads there, and quick keys and their Enter stay theirs. */
export async function typeOnBoard(page: Page, name: string, number: string): Promise<void> {
  await visit(page, '/counter');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await typeAtPace(page, `${name.slice(0, 6)}\n`, 80);
  await expect(page.getByRole('region', { name: `Open orders for ‘${name.slice(0, 6)}’` })).toContainText(
    number,
  );
}

/** A jar that is not in the order, with 'Pack one' focused: it is refused, and nothing is packed. */
export async function scanAtPacking(page: Page, shop: Shop, gaps: readonly number[]): Promise<void> {
  const jar = await shop.product({ name: 'Kestrel Moon', onHand: 9 });
  const wrong = await shop.product({ name: 'Plover Dawn', onHand: 5 });
  await shop.db.update(lots).set({ batchNumber: 'PLOVER-01' }).where(eq(lots.productId, wrong.id));
  const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar);
  await visit(page, `/counter/orders/${number}/packing`);
  await page.getByRole('button', { name: 'Start packing' }).click();
  for (const gap of gaps) {
    await page.getByRole('button', { name: 'Pack one Kestrel Moon' }).focus();
    await typeAtPace(page, 'PLOVER-01\n', gap);
    await expect(page.getByRole('alert')).toContainText('Wrong product');
    await expect(page.getByText('packed 0 of 1')).toBeVisible();
  }
}
