/** What every shop page has. */
import type { Page } from '@playwright/test';
import { expect } from './support.ts';

/** The farm's frame and the legal warnings, required on every shop page. */
export async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByText(/license OCM-SAMPLE-000000/).first()).toBeVisible();
  await expect(page.getByText('For adults 21 and older. Valid ID required at pickup.').first()).toBeVisible();
  const warnings = page.getByRole('contentinfo').getByRole('region', { name: 'Health warnings' });
  await expect(warnings).toContainText('For use only by persons 21 years of age and older.');
  await expect(warnings).toContainText('1-800-222-1222');
  await expect(warnings).toContainText('1-877-846-7369');
  await expect(warnings).toContainText(/HOPEline by texting HOPENY/);
}
