/** `npm run look`: takes pictures of every page in every view into test-results/look, for people to review. */
import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const [browser] = journeys.projects ?? [];

export default defineConfig(
  { ...journeys, projects: browser ? [browser] : [] },
  {
    testDir: '.',
    testMatch: 'take-looks.ts',
    globalSetup: './set-up.ts',
    outputDir: '../../test-results/look-failures',
    timeout: 900_000,
  },
);
