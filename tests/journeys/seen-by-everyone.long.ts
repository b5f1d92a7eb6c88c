/**
 * Special views of a page: forced colors, night, large text, paper, data saving. every-page.long checks that every
 * page is readable and usable in them.
 */
import type { Locator } from '@playwright/test';
import { chooseTime, reserveButton, startCart, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { setTextSize } from './views.ts';

test('in forced colors, chosen, current and pressable things still show', async ({ openBrowser, shop }) => {
  const product = await shop.product();
  const customer = await shop.person();
  const order = await shop.order(customer, product);
  const context = await openBrowser({ forcedColors: 'active' });
  await shop.signIn(context, customer);
  const page = await context.newPage();
  const style = (of: Locator, name: string) =>
    of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

  await startCart(page, shop, { item: product });
  await visit(page, '/checkout');
  await chooseTime(page);
  for (const name of ['day', 'slot']) {
    const chosen = page.locator(`input[name=${name}]:checked + label`);
    const other = page.locator(`input[name=${name}]:not(:checked, :disabled) + label`).first();
    expect(await style(chosen, 'background-color')).not.toBe(await style(other, 'background-color'));
    expect(await style(other, 'border-top-style')).toBe('solid');
  }
  expect(await style(reserveButton(page), 'border-top-width')).toBe('3px');

  await visit(page, `/orders/${order}`);
  const steps = page.getByRole('list', { name: 'Progress' });
  const dot = (step: Locator) => style(step.locator('.rounded-pill'), 'border-top-width');
  expect(await dot(steps.locator('[aria-current]'))).toBe('7px');
  expect(await dot(steps.getByRole('listitem').last())).toBe('1px');
  const current = page.getByRole('link', { name: 'Orders' }).and(page.locator('[aria-current=true]'));
  expect(await style(current.first(), 'border-left-width')).toBe('4px');

  await visit(page, '/notifications/preferences');
  const toggle = page.getByRole('switch').first().or(page.locator('.switch').first());
  expect(await style(toggle.first(), 'appearance')).toBe('auto');
  await visit(page, '/profile');
  expect(await style(page.getByLabel('Full Name'), 'border-top-style')).toBe('solid');
});

test('dark mode sets the browser’s color scheme, and paper stays white', async ({ openBrowser }) => {
  const page = await (await openBrowser({ colorScheme: 'dark' })).newPage();
  await visit(page, '/faq');
  const look = () =>
    page.evaluate(() => {
      const { colorScheme, backgroundColor, color } = getComputedStyle(document.documentElement);
      return { colorScheme, backgroundColor, color };
    });
  expect(await look()).toEqual({
    colorScheme: 'dark',
    backgroundColor: 'rgb(20, 38, 30)',
    color: 'rgb(243, 237, 224)',
  });
  const bars = page.locator('meta[name=theme-color]');
  expect(await bars.evaluateAll((all) => all.map((each) => (each as HTMLMetaElement).media))).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
  await page.emulateMedia({ media: 'print' });
  // The browser takes a moment to repaint a page for paper.
  await expect.poll(look).toEqual({
    colorScheme: 'normal',
    backgroundColor: 'rgb(255, 255, 255)',
    color: 'rgb(30, 42, 36)',
  });
});

test('with large text the header is whole and does not cover the text', async ({ openBrowser, shop }) => {
  const context = await openBrowser({ viewport: { width: 320, height: 640 } });
  await shop.signIn(context, await shop.person());
  const page = await context.newPage();
  await visit(page, '/faq');
  await setTextSize(page, 200);
  const name = page.getByRole('banner').getByRole('link', { name: 'Two Branches Farm' }).locator('span');
  await expect
    .poll(() =>
      name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
        scrollHeight - clientHeight,
        scrollWidth - clientWidth,
      ]),
    )
    .toEqual([0, 0]);
  const phone = page.getByRole('region', { name: 'License and contact' }).getByRole('link').first();
  expect((await phone.boundingBox())?.height).toBeLessThan(100);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await setTextSize(page, 100);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
});

test('on paper, answers are open and buttons are hidden', async ({ page, shop }) => {
  await visit(page, '/faq');
  const answer = page.getByText('In cash, at the store, when you pick up.');
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
  const item = await shop.product();
  await visit(page, item.path);
  await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('with data saving on, the film is offered and does not load', async ({ openBrowser }) => {
  const context = await openBrowser({ reducedMotion: 'no-preference' });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const films: string[] = [];
  context.on('request', (request) => {
    if (/farm\.(webm|mp4)$/.test(request.url())) films.push(request.url());
  });
  const page = await context.newPage();
  await visit(page, '/about');
  const play = page.getByRole('button', { name: 'Play film' });
  await expect(play).toBeVisible();
  expect(films).toEqual([]);
  await play.click();
  await expect.poll(() => films.length).toBeGreaterThan(0);
});
