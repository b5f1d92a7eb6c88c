/**
 * From the gate to a reservation, to the order and back to the menu, by keyboard alone. At each Tab it records what a
 * screen reader announces; docs/evidence/keyboard-way.md has all of it, and WRITE_KEYBOARD_WAY=yes rewrites it.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { linkIn } from './mailbox.ts';
import { expectFocusToBeSeen } from './seen-focus.ts';
import type { Item } from './shop.ts';
import { about, cartLink, freeTimes, orderNumber, reserveButton, takenOver } from './steps.ts';
import { expect, test } from './support.ts';

const FILE = join(import.meta.dirname, '../../docs/evidence/keyboard-way.md');
const PASSWORD = 'heron over the cold river';
const MOST_STOPS = 40;

/** Values that differ from run to run. */
const VARIES: readonly [RegExp, string][] = [
  [/Kestrel [0-9a-f]{8}/g, 'Kestrel'],
  [/[0-9a-f-]{36}@example\.com/g, 'wren@example.com'],
  [/ORD\d+/g, 'ORD123'],
  [/\d{1,2}:\d{2} [AP]M/g, '2:00 PM'],
  [/\b(Today|Tomorrow|Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b( ?, [A-Z][a-z]{2} \d{1,2})?/g, 'Saturday'],
  [/Saturday (Morning|Afternoon|Evening)/g, 'Saturday Morning'],
  // The order's notification may not have arrived yet.
  [/button “Notifications(, \d+ unread)?”/g, 'button “Notifications, 1 unread”'],
  [/[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{4}/g, '0000-0000-0000'],
];

type Spoken = { type: string; value: unknown };
type Node = {
  role: Spoken;
  name?: Spoken;
  description?: Spoken;
  value?: Spoken;
  properties?: { name: string; value: Spoken }[];
};

/** States that a screen reader announces, and the values it skips. */
const STATES: Readonly<Record<string, readonly unknown[]>> = {
  checked: [],
  pressed: [],
  expanded: [],
  disabled: [false],
  invalid: ['false'],
  required: [false],
};

/** Announcements where the browser uses a name of its own. */
const ROLES: Readonly<Record<string, string>> = { DisclosureTriangle: 'button', RootWebArea: 'page' };

/** 'link “Cart, 1 item”', with the states and the description of the focused element. */
async function spoken(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    ...(result.objectId ? { objectId: result.objectId } : {}),
    fetchRelatives: false,
  });
  const node = nodes[0] as unknown as Node;
  const states = (node.properties ?? []).flatMap(({ name, value }) => {
    const silent = STATES[name];
    return silent === undefined || silent.includes(value.value) ? [] : [`${name} ${value.value}`];
  });
  const role = ROLES[String(node.role.value)] ?? node.role.value;
  const said = [`${role} “${node.name?.value ?? ''}”`, ...states];
  if (node.description?.value) said.push(`“${node.description.value}”`);
  return VARIES.reduce((text, [pattern, as]) => text.replaceAll(pattern, as), said.join(', '));
}

/** Walks by keyboard and records each stop. */
async function walker(page: Page, title: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const lines: string[] = [];
  let tabs = 0;
  let tabsToReserve = 0;
  const note = async (key: string) => {
    const said = await spoken(session);
    await expectFocusToBeSeen(page);
    lines.push(`- ${key}: ${said}`);
  };
  return {
    /** A new page: its heading has the focus before any key. */
    async arrive(name: string, focused: Locator) {
      await takenOver(page);
      await expect(focused).toBeFocused();
      lines.push('', `### ${name}`, '', `- Focus: ${await spoken(session)}`);
    },
    /** The press moved the focus here. */
    async now(focused: Locator) {
      await expect(focused).toBeFocused();
      await note('Focus');
    },
    async tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
      await expect(wanted).toBeAttached();
      for (let stops = 0; stops < MOST_STOPS; stops++) {
        await page.keyboard.press(key);
        tabs += 1;
        await note(key);
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`the focus never reached ${wanted}:\n${lines.join('\n')}`);
    },
    async press(key: string) {
      await page.keyboard.press(key);
      lines.push(`- **${key}**`);
    },
    async type(text: string, shown = text) {
      await page.keyboard.type(text);
      lines.push(`- types “${shown}”`);
    },
    /** Arrow keys within a group of radio buttons. */
    async arrow(key: string) {
      await page.keyboard.press(key);
      await note(`**${key}**`);
    },
    reserved() {
      tabsToReserve = tabs;
    },
    text: () =>
      [`## ${title}`, '', `${tabsToReserve} Tabs to Reserve Items, ${tabs} in all.`, ...lines, ''].join('\n'),
  };
}

type Walker = Awaited<ReturnType<typeof walker>>;

/** From the home page through the search field into the cart and to checkout. */
async function toCheckout(page: Page, walk: Walker, item: Item) {
  const main = page.getByRole('main');
  await walk.tabTo(page.getByRole('searchbox'));
  await walk.type(item.name, 'Kestrel');
  await walk.press('Enter');
  await page.waitForURL(/q=/);
  await walk.arrive('Search', page.getByRole('heading', { name: '1 product' }));
  await walk.tabTo(main.getByRole('button', { name: about('Add to cart', item.name) }));
  await walk.press('Enter');
  await walk.now(main.getByRole('link', { name: 'View cart, 1 in cart' }));
  await expect(cartLink(page, 1)).toBeVisible();
  await walk.press('Enter');
  await walk.arrive('Cart', page.getByRole('heading', { level: 1, name: /^Cart/ }));
  await walk.tabTo(main.getByRole('link', { name: 'Checkout' }));
  await walk.press('Enter');
  await walk.arrive('Checkout', page.getByRole('heading', { level: 1, name: 'Checkout' }));
}

/** From the success page to the order's page, and back to the menu. */
async function onward(page: Page, walk: Walker) {
  const main = page.getByRole('main');
  await orderNumber(page);
  await walk.arrive('Success', page.getByRole('heading', { level: 1 }));
  await walk.tabTo(main.getByRole('link', { name: 'My Orders' }));
  await walk.press('Enter');
  await walk.arrive('Orders', page.getByRole('heading', { level: 1, name: 'Your Orders' }));
  await walk.tabTo(main.getByRole('link', { name: /^View order/ }));
  await walk.press('Enter');
  await walk.arrive('Order', page.getByRole('heading', { level: 1, name: /^ORD/ }));
  await walk.tabTo(page.getByRole('banner').getByRole('link', { name: 'Products' }), 'Shift+Tab');
  await walk.press('Enter');
  await walk.arrive('Menu', page.getByRole('heading', { level: 1 }));
}

test.use({ affirmed: false });

test('a newcomer and a customer reserve by keyboard alone, and docs/evidence/keyboard-way.md quotes their screen readers correctly', async ({
  page,
  openBrowser,
  shop,
}) => {
  const item = await shop.product({ onHand: 9 });
  const email = `${randomUUID()}@example.com`;
  const newcomer = await walker(page, 'A newcomer');
  await page.goto('/');
  await newcomer.arrive('Gate', page.getByRole('heading', { name: 'Are you 21 or older?' }));
  await newcomer.tabTo(page.getByRole('button', { name: 'I am 21 or older' }));
  await newcomer.press('Enter');
  await newcomer.arrive('Home', page.getByRole('heading', { level: 1 }));
  await toCheckout(page, newcomer, item);
  await newcomer.tabTo(freeTimes(page).first());
  await newcomer.press('Space');
  await newcomer.tabTo(page.getByLabel('Full Name'));
  await newcomer.type('Wren Hollis');
  await newcomer.tabTo(page.getByLabel('Email'));
  await newcomer.type(email, 'wren@example.com');
  await newcomer.tabTo(page.getByLabel('Password', { exact: true }));
  await newcomer.type(PASSWORD);
  await newcomer.tabTo(page.getByLabel('Birth Date'));
  await newcomer.type('02281990');
  await newcomer.tabTo(reserveButton(page));
  newcomer.reserved();
  await newcomer.press('Enter');
  await newcomer.arrive('Account created', page.getByRole('heading', { level: 1 }));
  await page.goto(linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email'));
  await onward(page, newcomer);

  const context = await openBrowser({ affirmed: false });
  await shop.signIn(context, await shop.person());
  const tab = await context.newPage();
  const customer = await walker(tab, 'A customer who is signed in');
  await tab.goto('/');
  await customer.arrive('Gate', tab.getByRole('heading', { name: 'Are you 21 or older?' }));
  await customer.tabTo(tab.getByRole('button', { name: 'I am 21 or older' }));
  await customer.press('Enter');
  await customer.arrive('Home', tab.getByRole('heading', { level: 1 }));
  await toCheckout(tab, customer, item);
  await customer.tabTo(freeTimes(tab).first());
  await customer.press('Space');
  await customer.tabTo(reserveButton(tab));
  customer.reserved();
  await customer.press('Enter');
  await onward(tab, customer);

  const heard = [
    '# The way by keyboard',
    '',
    'What has the focus at each Tab from the gate to a reservation and back to the menu, as a screen reader names it, at 1440 px. Each stop shows its ring.',
    '`tests/journeys/keyboard-way.long.ts` compares it; `WRITE_KEYBOARD_WAY=yes npx playwright test --config tests/journeys/long.config.ts keyboard-way` writes it.',
    '',
    newcomer.text(),
    customer.text(),
  ].join('\n');
  if (process.env.WRITE_KEYBOARD_WAY) await writeFile(FILE, heard);
  expect(heard).toBe(await readFile(FILE, 'utf8'));
});
