import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/find-chromium.ts';
import { putTemporaryFilesInMemory } from './scripts/memory-folder.ts';

putTemporaryFilesInMemory();

// Workers read this file again; they inherit what the first reading found.
process.env.CHROMIUM ||= await findChromium(console.error);
process.env.HEADLESS_SHELL ||= findHeadlessShell(console.error) ?? process.env.CHROMIUM;

/** Stories for the whole browser: only it has push messages, and asks before a page gets the camera. */
const WHOLE_BROWSER = /[/\\](?:notifications|camera)\.[^/\\]+$/;
const NOT_WHOLE_BROWSER = new RegExp(`^(?!.*${WHOLE_BROWSER.source})`);

const args = [
  '--no-sandbox',
  '--disable-gpu',
  // A page in a process of its own costs a fifth more.
  '--process-per-site',
  // Without a limit each new page starts a process for its blank beginning: a page costs an eighth more.
  '--renderer-process-limit=1',
  // A page lives too short for optimized code to pay off; the next one uses the bytecode of the last.
  '--js-flags=--no-opt,--no-maglev,--no-flush-bytecode',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Journeys: a story per file, in a real Chromium against the built application and a real PostgreSQL. Stories that need
 * no scripts are `*.forms.ts`: they run over HTTP without a browser; those that tell a story a second time, and looks at
 * every width, are `*.long.ts` and run with `npm run test:long`. Each worker has an application and a database of
 * its own, so every test may run beside every other.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: ['**/*.journey.ts', '**/*.forms.ts'],
  globalSetup: './tests/journeys/set-up.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    // What is about the worker allows it: under a worker a page's requests cannot be held up by a test.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'journeys',
      testIgnore: WHOLE_BROWSER,
      // Chromium without the parts that draw windows: a page takes about half the processor time.
      use: { launchOptions: { executablePath: process.env.HEADLESS_SHELL, args } },
    },
    {
      name: 'whole browser',
      testIgnore: NOT_WHOLE_BROWSER,
      use: { launchOptions: { executablePath: process.env.CHROMIUM, args } },
    },
  ],
});
