import { defineConfig } from 'vitest/config';

/**
 * Rules need nothing, verbs and queries a database, the application a build as well. What takes minutes is `long`:
 * `npm run test:long` runs it, `npm test` does not.
 */
export default defineConfig({
  test: {
    // Several times what the slowest takes: a shared machine may be that much slower.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{app,server,tests,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: [
            ...['**/*.db.test.ts', '**/*.app.test.ts', '**/*.long.test.ts', 'tests/journeys/**'],
            // The shops that `npm run bench:peers` installs bring tests of their own.
            '**/node_modules/**',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{app,server,tests}/**/*.db.test.ts'],
          globalSetup: './tests/support/cluster.ts',
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'application',
          include: ['tests/application/*.app.test.ts'],
          globalSetup: './tests/support/cluster.ts',
          maxWorkers: 1,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['**/*.long.test.ts'],
          globalSetup: './tests/support/cluster.ts',
          // One after the other: they measure times, and each may use the whole machine.
          maxWorkers: 1,
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
