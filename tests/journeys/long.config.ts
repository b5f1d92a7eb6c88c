/**
 * The browser's part of `npm run test:long`: the full version of what `npm test` checks on a few pages or at one
 * width.
 */
import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const [browser] = journeys.projects ?? [];

export default defineConfig(
  { ...journeys, projects: browser ? [browser] : [] },
  {
    testDir: '.',
    testMatch: '*.long.ts',
    globalSetup: './set-up.ts',
    outputDir: '../../test-results/long-failures',
    timeout: 600_000,
  },
);
