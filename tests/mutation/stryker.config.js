/**
 * `npm run test:mutation`: plants faults one by one in the kernel and in the pure rules of every room and
 * runs the unit tests that reach each fault. A fault that no test notices has survived; docs/evidence/mutation.md
 * lists those that may. Not part of `npm test`: it takes minutes.
 *
 * Arguments go to Stryker: `npm run test:mutation -- --mutate app/kernel/text.ts` looks at one file.
 */
export default {
  mutate: [
    'app/kernel/*.ts',
    'app/{core,shop,office,counter,api}/**/*.ts',
    'app/platform/env.ts',
    'app/platform/requests/{cookies,flash,form,return-path}.ts',
    'app/platform/secrets/secrets.ts',
    'app/core/ground/frame/age-affirmation.ts',
    'server/{client-address,first-paint,page-address,page-bytes,page-cache,nonce,own-request}.ts',
    'server/{same-origin,secure-cookies,security-headers}.ts',
    '!**/*.test.ts',
    '!**/*.d.ts',
    // What reads or writes the database is tested with a database, by the project `database`.
    '!**/*.server.ts',
    // Lists and texts, not rules: a changed word there is a changed word, and a test would only repeat it.
    '!app/core/**/{common-passwords,us-states}.ts',
    '!**/*.resource.ts',
    '!app/core/ground/settings/content/shipped-content.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'reports/mutation.html' },
  jsonReporter: { fileName: 'reports/mutation.json' },
  thresholds: { high: 95, low: 90, break: 90 },
  // The copy in which faults are planted needs sources and tests, nothing else.
  ignorePatterns: ['art', 'assets', 'bench', 'data', 'docs', 'public'],
  tempDirName: '.stryker-tmp',
};
