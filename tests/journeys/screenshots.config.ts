/** `npm run screenshots`: takes the pictures of docs/screenshots from the journeys' shop. */
import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const [browser] = journeys.projects ?? [];

export default defineConfig(
  { ...journeys, projects: browser ? [browser] : [] },
  {
    testDir: '.',
    testMatch: 'take-screenshots.ts',
    globalSetup: './set-up.ts',
    outputDir: '../../test-results',
    workers: 1,
  },
);
