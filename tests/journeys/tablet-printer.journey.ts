/**
 * A tablet is set up for a printer that is plugged into it, and prints there in one tab. The device is a stand-in in the
 * browser, which counts what it is passed: a real one needs a cable.
 */
import { printers } from '#db/schema/printing.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('a printer is connected by USB, prints a test page once in two tabs, and again after a reload', async ({
  context,
  page,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const [row] = await shop.db
    .insert(printers)
    .values({ name: 'Tablet roll', maker: 'epson', connection: 'tablet', token: `2${'a'.repeat(25)}` })
    .returning({ id: printers.id });
  await context.addInitScript(() => {
    const out = { endpointNumber: 1, direction: 'out', type: 'bulk' };
    const device = {
      ...{
        vendorId: 1208,
        productId: 3605,
        serialNumber: 'A1',
        productName: 'TM-T20',
        configuration: null as unknown,
      },
      open: async () => undefined,
      close: async () => undefined,
      claimInterface: async () => undefined,
      selectConfiguration: async () => {
        device.configuration = {
          interfaces: [{ interfaceNumber: 0, alternates: [{ interfaceClass: 7, endpoints: [out] }] }],
        };
      },
      transferOut: async () => {
        const count = Number(localStorage.getItem('passed') ?? '0');
        localStorage.setItem('passed', String(count + 1));
        return { status: 'ok' };
      },
    };
    const usb = { requestDevice: async () => device, getDevices: async () => [device] };
    Object.defineProperty(navigator, 'usb', { value: usb });
  });
  const passed = () => page.evaluate(() => Number(localStorage.getItem('passed') ?? '0'));
  await visit(page, '/counter');
  await page.getByRole('link', { name: 'Printer', exact: true }).click();
  await page.getByRole('button', { name: 'USB' }).click();
  const own = page.getByRole('region', { name: 'Tablet roll' });
  await expect(own.getByText('Ready')).toBeVisible();
  await expectFits(page);
  const second = await context.newPage();
  await visit(second, '/counter/printer');
  await expect(second.getByText('In another tab')).toBeVisible();
  await own.getByRole('button', { name: 'Print a test page' }).click();
  await expect.poll(passed, { timeout: 15_000 }).toBe(1);
  await second.close();
  await page.reload();
  await expect(own.getByText('Ready')).toBeVisible();
  await own.getByRole('button', { name: 'Print a test page' }).click();
  await expect.poll(passed, { timeout: 15_000 }).toBe(2);
  await own.getByRole('button', { name: 'Forget it' }).click();
  await expect(own).toHaveCount(0);
  expect(row?.id).toBeDefined();
});
