/** The demo store's people, for walks through every page. */
import type { Page } from '@playwright/test';
import { DEMO_CUSTOMER } from '#tests/support/demo-store.ts';
import type { PageToSee } from './every-page.ts';
import { PASSWORDS } from './run.ts';
import { signInByForm, visit } from './steps.ts';
import { expect } from './support.ts';

const ADMIN = 'admin@twobranches.example';

/** Signs in with the form; a guest stays a guest. */
export async function signInAs(page: Page, who: PageToSee['who']): Promise<void> {
  if (who === 'guest') return;
  await visit(page, who === 'admin' ? '/login?mode=admin' : '/login');
  await signInByForm(page, who === 'admin' ? ADMIN : DEMO_CUSTOMER, PASSWORDS[who]);
  await expect(page).not.toHaveURL(/login/);
}
