/** How to get to the farm and when, on every page; and what the site promises to everybody. */
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

test('every page ends with address, number and hours; About and FAQ have them too', async ({ page }) => {
  for (const path of ['/', '/cart', '/about', '/faq']) {
    await visit(page, path);
    const places = [page.getByRole('contentinfo').getByRole('region', { name: 'Visit us' })];
    if (path === '/about' || path === '/faq')
      places.push(page.getByRole('main').getByRole('region', { name: 'How to find us' }));
    for (const visitUs of places) {
      await expect(visitUs.getByRole('link', { name: /^118 Branch Road/ })).toHaveAttribute(
        'href',
        /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=118\+Branch\+Road/,
      );
      await expect(visitUs.getByRole('link', { name: 'Phone (607) 555-0142' })).toHaveAttribute(
        'href',
        'tel:+16075550142',
      );
      const hours = visitUs.getByRole('table', { name: 'Opening hours' });
      await expect(hours.getByRole('rowheader', { name: 'Sunday', exact: true })).toBeVisible();
      await expect(hours).toContainText('11:00 AM to 5:00 PM');
    }
  }
});

test('on a narrow phone each of the posted hours is one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, '/cart');
  const rows = page.getByRole('contentinfo').getByRole('table', { name: 'Opening hours' }).getByRole('row');
  for (const row of await rows.all())
    expect((await row.boundingBox())?.height, await row.innerText()).toBeLessThan(30);
});

test('the accessibility statement is one link away from every page, and says how to tell us', async ({
  page,
}) => {
  await visit(page, '/products');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('2.2, level AA');
  await expect(main.getByRole('link', { name: '(607) 555-0142' }).first()).toHaveAttribute('href', /^tel:/);
  await expect(main.getByRole('link', { name: 'hello@twobranches.example' }).first()).toHaveAttribute(
    'href',
    /^mailto:/,
  );
});
