/** Metrc, the state's system in New York since 17 December 2025, as the shop's `TrackingSystem`. */
import type { Temporal } from 'temporal-polyfill';
import { systemClock } from '#kernel/time.ts';
import {
  MOST_TRACKED,
  type ReadRight,
  type TrackedPackage,
  type TrackingSystem,
  TrackingTrouble,
} from '../tracking.ts';
import { anyPage, facilitiesAnswer, facilityOf, packageOf, packagesAnswer } from './metrc-answers.ts';
import { type MetrcLimits, type MetrcOptions, metrcClient, usualLimits } from './metrc-client.server.ts';

/** Metrc sends no more on a page. */
const PAGE = 20;
/** A list that changed while it was read is read once more. */
const READINGS = 2;
/** Before Metrc existed, so that a list is whole: without both bounds Metrc answers only what changed lately. */
const EARLIEST = '2013-01-01T00:00:00Z';

/** What is asked for to see whether the keys may. */
const listOf: Readonly<Record<ReadRight, string>> = {
  packages: '/packages/v2/active',
  sales: '/sales/v2/receipts/active',
  deliveries: '/transfers/v2/incoming',
};

/** Asks for nothing before its first call. @param now for tests */
export function metrcSystem(
  options: MetrcOptions,
  limits: MetrcLimits = usualLimits,
  now: () => Temporal.Instant = systemClock,
): TrackingSystem {
  const client = metrcClient(options, limits);
  const { license, origin } = options;
  const queryOf = (page: number) => ({
    ...{ licenseNumber: license, lastModifiedStart: EARLIEST },
    // A day more than now: Metrc's clock may be ahead.
    lastModifiedEnd: now().add({ hours: 24 }).round('second').toString(),
    ...{ pageNumber: String(page), pageSize: String(PAGE) },
  });

  /** Every package of a list, or null if it changed while its pages were read. */
  async function readOnce(path: string, startedAt: number): Promise<TrackedPackage[] | null> {
    const pageAt = (page: number) =>
      client.get(path, packagesAnswer, { query: queryOf(page), right: 'packages' });
    const first = await pageAt(1);
    const { TotalRecords: total, TotalPages: pages } = first;
    if (total > MOST_TRACKED || pages > MOST_TRACKED / PAGE) throw new TrackingTrouble({ kind: 'too-many' });
    const all = [first];
    for (let page = 2; page <= pages; page += 2) {
      if (performance.now() - startedAt > limits.wholeMs) throw new TrackingTrouble({ kind: 'slow' });
      // Two at once, as the pace allows; the first that fails is the last.
      const numbers = page < pages ? [page, page + 1] : [page];
      all.push(...(await Promise.all(numbers.map(pageAt))));
    }
    const found = new Map(all.flatMap(({ Data }) => Data.map(packageOf)).map((each) => [each.tag, each]));
    const isSteady = all.every(({ TotalRecords }) => TotalRecords === total) && found.size === total;
    return isSteady ? [...found.values()] : null;
  }

  async function readList(path: string, startedAt: number): Promise<TrackedPackage[]> {
    for (let reading = 1; reading <= READINGS; reading++) {
      const found = await readOnce(path, startedAt);
      if (found) return found;
    }
    throw new TrackingTrouble({ kind: 'unsteady' });
  }

  async function mayRead(right: ReadRight): Promise<boolean> {
    try {
      await client.get(listOf[right], anyPage, { query: queryOf(1), right });
      return true;
    } catch (error) {
      if (error instanceof TrackingTrouble && error.problem.kind === 'not-permitted') return false;
      throw error;
    }
  }

  return {
    ...{ name: 'Metrc', license, place: `${new URL(origin).host}, license ${license}` },
    async facilities() {
      return (await client.get('/facilities/v2', facilitiesAnswer)).map(facilityOf);
    },
    async rights() {
      const [packages, sales, deliveries] = await Promise.all([
        mayRead('packages'),
        mayRead('sales'),
        mayRead('deliveries'),
      ]);
      return { packages, sales, deliveries };
    },
    /** Packages on hold are a list of their own. */
    async packages() {
      const startedAt = performance.now();
      const active = await readList('/packages/v2/active', startedAt);
      const onHold = await readList('/packages/v2/onhold', startedAt);
      const held = onHold.map((each) => ({ ...each, isOnHold: true }));
      return [...new Map([...active, ...held].map((each) => [each.tag, each])).values()];
    },
  };
}
