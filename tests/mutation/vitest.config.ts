import { basename, dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A fault is for the tests of its own room to find, those beside the file first: rooms that merely use the
 * file need not be asked. Where a room has no test that reaches the file, everybody is asked.
 */
class OwnRoomFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const [mutated, ...others] = [this.ctx.config.related ?? []].flat();
    if (mutated === undefined || others.length > 0) return sorted;
    const own = sorted.filter(({ moduleId }) => dirname(moduleId) === dirname(mutated));
    const beside = basename(mutated).replace(/\.ts$/, '.test.ts');
    const isBeside = ({ moduleId }: TestSpecification) => basename(moduleId) === beside;
    return own.length === 0
      ? sorted
      : own.toSorted((left, right) => Number(isBeside(right)) - Number(isBeside(left)));
  }
}

/**
 * The unit tests that can notice a fault in a rule. Property tests draw the same values in every run: a
 * score that depends on luck could not be compared with the last one.
 */
export default defineConfig({
  plugins: [
    {
      name: 'one-seed',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith('.test.ts') && code.includes("import fc from 'fast-check'")
          ? `${code}\nfc.configureGlobal({ seed: 1 });\n`
          : null,
    },
  ],
  test: {
    include: ['app/{kernel,core,shop,office,counter,api,platform}/**/*.test.ts', 'server/*.test.ts'],
    exclude: ['**/*.db.test.ts', '**/*.long.test.ts'],
    isolate: false,
    // As in npm test: what waits for a timer takes longer beside another worker.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: OwnRoomFirst },
  },
});
