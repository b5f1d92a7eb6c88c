/** Loads which lots match the state's packages by tag, for the page of the connection. */
import { readDifferences, readTracking } from '#core/goods/tracking/comparisons-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';

const SHOWN = 10;

/** Null before the first comparison that worked, unless one runs. */
export async function readMatch(actor: Actor) {
  const found = await readTracking(actor);
  if (!found || found.place === null) return null;
  const { isRunning, good, last } = found;
  // Of a license before, nothing is said.
  if (good?.place !== found.place)
    return isRunning ? { isRunning, trouble: null, counts: null, lots: [], packages: [] } : null;
  const [lots, packages] = await Promise.all([
    readDifferences(good.id, 1, { size: SHOWN, kinds: ['not-at-state', 'no-tag'] }),
    readDifferences(good.id, 1, { size: SHOWN, kinds: ['no-lot'] }),
  ]);
  return {
    ...{ isRunning, trouble: last?.trouble ?? null },
    counts: { lots: good.lots, matched: good.matched, packages: good.packages },
    lots: lots.map(({ item, batchNumber, tag }) => `${item}, batch ${batchNumber}, ${tag ?? 'no tag'}`),
    packages: packages.map(({ item, tag }) => `${tag}, ${item}`),
  };
}

export type Match = NonNullable<Awaited<ReturnType<typeof readMatch>>>;
