/** `npm run rings`: takes pictures of every focus ring on every page, at two widths; takes about ten minutes. */
import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const [browser] = journeys.projects ?? [];

export default defineConfig(
  { ...journeys, projects: browser ? [browser] : [] },
  {
    testDir: '.',
    testMatch: 'take-rings.ts',
    globalSetup: './set-up.ts',
    outputDir: '../../test-results/ring-failures',
    timeout: 1_800_000,
  },
);
