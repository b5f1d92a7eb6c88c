import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { putTemporaryFilesInMemory } from './scripts/memory-folder.ts';

putTemporaryFilesInMemory();

/** They compare times, or use the whole machine, so nothing else may run. */
const measured = ['attacks', 'shares'].map((name) => `tests/application/${name}.app.test.ts`);

/** They wait for a minute, or a quarter of one, and use the processors for a fifth of that. */
const waiting = ['operations', 'photos'].map((name) => `tests/application/${name}.app.test.ts`);

/** Of the projects that share workers. A worker ends where the next file is of another project. */
const PROJECTS = ['application', 'database', 'engine'];

/** Vitest runs large files first where it has no times of an earlier run, and these are small. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      2 * PROJECTS.indexOf(project.name) + Number(!waiting.some((file) => moduleId.endsWith(file)));
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * Vitest takes one worker on two processors, where two finish sooner. Three save a sixth alone, and nothing beside the
 * build.
 */
const RULE_WORKERS = 2;

/** Four cost a tenth to a fifth more processor time, and finish later. */
const DATABASE_WORKERS = 2;

/**
 * Rules need nothing, commands and queries need a database, the application needs a build. Tests that take minutes are
 * `long`: `npm run test:long` runs them, `npm test` does not.
 *
 * Most test files share the modules that their worker has loaded (`isolate: false`), because loading them took four
 * fifths of the time. The server replaces globals such as `Response`, so its tests have workers of their own.
 *
 * Projects with another number of workers run one after the other (`groupOrder`); Vitest refuses them otherwise.
 */
export default defineConfig({
  test: {
    // Several times what the slowest takes: a shared machine may be that much slower.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Vitest waits one second, which a shared machine may take for anything.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{app,tests,bench,scripts,deploy}/**/*.test.{ts,tsx}'],
          exclude: [
            ...['**/*.db.test.ts', '**/*.app.test.ts', '**/*.long.test.ts', 'tests/journeys/**'],
            // The shops that `npm run bench:peers` installs bring tests of their own.
            '**/node_modules/**',
          ],
          pool: 'threads',
          maxWorkers: RULE_WORKERS,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.long.test.ts'],
          maxWorkers: RULE_WORKERS,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{app,server,tests}/**/*.db.test.ts'],
          exclude: ['app/db/**'],
          globalSetup: './tests/support/cluster.ts',
          setupFiles: ['./tests/support/cheap-hashing.ts', './tests/support/open-mail.ts'],
          maxWorkers: DATABASE_WORKERS,
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // A process names so many statements and no more: these tests need one that has named none.
          name: 'engine',
          include: ['app/db/**/*.db.test.ts'],
          globalSetup: './tests/support/cluster.ts',
          maxWorkers: DATABASE_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'application',
          include: ['tests/application/*.app.test.ts'],
          exclude: measured,
          globalSetup: './tests/support/cluster.ts',
          maxWorkers: DATABASE_WORKERS,
          sequence: { groupOrder: 1 },
          isolate: false,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          include: measured,
          globalSetup: './tests/support/cluster.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
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
          sequence: { groupOrder: 3 },
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
