/** Metrc, the state's system in New York since 17 December 2025, as the shop's `TrackingSystem`. */
import type { Temporal } from 'temporal-polyfill';
import { systemClock } from '#kernel/time.ts';
import { type ReadRight, type TrackingSystem, TrackingTrouble } from '../tracking.ts';
import { finding } from './find-act.server.ts';
import { anyPage, facilitiesAnswer, facilityOf } from './metrc-answers.ts';
import { metrcClient } from './metrc-client.server.ts';
import {
  type MetrcLimits,
  type MetrcOptions,
  metrcConnection,
  usualLimits,
} from './metrc-connection.server.ts';
import { metrcLists } from './metrc-lists.server.ts';
import { metrcWrites } from './metrc-writes.server.ts';
import { deliveryReads } from './read-deliveries.server.ts';
import { labReads } from './read-labs.server.ts';
import { packageReads } from './read-packages.server.ts';
import { receiptReads } from './read-receipts.server.ts';
import { reporting } from './report-acts.server.ts';

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
  const { license, origin, zone } = options;
  const connection = metrcConnection(options, limits);
  const client = metrcClient(connection, limits);
  const lists = metrcLists(client, { limits, license, now });
  const packages = packageReads(client, lists, license);
  const sales = receiptReads(client, lists, { license, zone });

  async function mayRead(right: ReadRight): Promise<boolean> {
    try {
      await client.get(listOf[right], anyPage, { query: lists.queryOf(1, 'all'), right });
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
      const [ofPackages, ofSales, ofDeliveries] = await Promise.all([
        mayRead('packages'),
        mayRead('sales'),
        mayRead('deliveries'),
      ]);
      return { packages: ofPackages, sales: ofSales, deliveries: ofDeliveries };
    },
    packages: packages.packages,
    packagesSince: packages.packagesSince,
    packageNow: packages.packageNow,
    retailItemIds: packages.retailItemIds,
    adjustReasons: packages.adjustReasons,
    ...deliveryReads(lists, { license, zone, wholeMs: limits.wholeMs }),
    ...labReads(client, lists, license),
    async receipts(since) {
      return (await sales.receipts(since)).map(({ lines: _, ...receipt }) => receipt);
    },
    ...reporting(metrcWrites(connection, limits, license), { zone, stateCodes: packages.stateCodes }),
    ...finding({ packageNow: packages.packageNow, lists, sales, zone, now }),
  };
}
