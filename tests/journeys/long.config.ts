/**
 * The browser's part of `npm run test:long`: the full version of what `npm test` checks on a few pages or at one width,
 * and stories whose worst faults another test of `npm test` finds too.
 */
import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

export default defineConfig(journeys, {
  testDir: '.',
  testMatch: '*.long.ts',
  globalSetup: './set-up.ts',
  outputDir: '../../test-results/long-failures',
  timeout: 600_000,
});
