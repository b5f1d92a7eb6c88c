/** The browser's part of `npm run test:long`: what `npm test` shows of a few pages or at one width, of all. */
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
