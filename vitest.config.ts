import { defineConfig } from 'vitest/config';

/** Two projects: rules need nothing, verbs and queries need a database. */
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
          exclude: ['**/*.db.test.ts', 'tests/journeys/**'],
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
    ],
  },
});
