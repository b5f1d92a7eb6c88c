import { defineConfig } from 'vitest/config';

/** Three projects: rules need nothing, verbs and queries a database, the application a build as well. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{app,server,tests,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.app.test.ts', 'tests/journeys/**'],
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
          testTimeout: 120_000,
        },
      },
    ],
  },
});
