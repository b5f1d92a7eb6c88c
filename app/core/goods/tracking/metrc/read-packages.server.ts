/** Reads packages, the codes of their units, and the reasons for adjusting them. */
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { PackageNow, TrackingSystem } from '../tracking.ts';
import { flag, line, packageOf, packageRow } from './metrc-answers.ts';
import type { MetrcClient } from './metrc-client.server.ts';
import type { MetrcLists } from './metrc-lists.server.ts';
import { type StateCode, stateCodesOf } from './unit-codes.ts';

const reasonRow = z.object({ Name: line, RequiresNote: flag });
/** `GET /retailid/v2/receive/{label}` */
const receiveAnswer = z.object({ Eaches: z.array(z.string().max(200)).max(50_000).nullish() });

type Reads = Pick<
  TrackingSystem,
  'packages' | 'packagesSince' | 'packageNow' | 'retailItemIds' | 'adjustReasons'
> & {
  /** The codes of a package's units, as the shop stores and as Metrc writes them; none for an unknown package. */
  stateCodes(tag: string): Promise<StateCode[]>;
};

export function packageReads(client: MetrcClient, lists: MetrcLists, license: string): Reads {
  const query = { licenseNumber: license };
  const list = async (name: string, since: Temporal.Instant | 'all', startedAt: number) =>
    (
      await lists.read(`/packages/v2/${name}`, packageRow, {
        ...{ right: 'packages', since, startedAt, keyOf: ({ Label }) => Label },
      })
    ).map(packageOf);
  /** Packages on hold are a list of their own. */
  const onHold = async (startedAt: number) =>
    (await list('onhold', 'all', startedAt)).map((each) => ({ ...each, isOnHold: true }));

  const stateCodes: Reads['stateCodes'] = async (tag) => {
    const path = `/retailid/v2/receive/${encodeURIComponent(tag)}`;
    const answer = await client.find(path, receiveAnswer, { query, right: 'unit-codes' });
    return stateCodesOf(answer?.Eaches ?? []);
  };

  return {
    stateCodes,
    async packages() {
      const startedAt = performance.now();
      const active = await list('active', 'all', startedAt);
      return byTag([...active, ...(await onHold(startedAt))]);
    },
    async packagesSince(since) {
      const startedAt = performance.now();
      const active = await list('active', since, startedAt);
      const held = await onHold(startedAt);
      const finished = (await list('inactive', since, startedAt)).map((each) => ({
        ...{ ...each, isFinished: true },
      }));
      return byTag([...active, ...held, ...finished]);
    },
    async packageNow(tag) {
      const path = `/packages/v2/${encodeURIComponent(tag)}`;
      const row = await client.find(path, packageRow, { query, right: 'packages' });
      return row && packageOf(row);
    },
    async retailItemIds(tag) {
      return (await stateCodes(tag)).map(({ stored }) => stored);
    },
    async adjustReasons() {
      const rows = await lists.read('/packages/v2/adjust/reasons', reasonRow, { right: 'packages' });
      return rows.map(({ Name, RequiresNote }) => ({ name: Name, requiresNote: RequiresNote }));
    },
  };
}

/** Each once: of a package that changed lists while they were read, the last row. */
function byTag(packages: readonly PackageNow[]): PackageNow[] {
  return [...new Map(packages.map((each) => [each.tag, each])).values()];
}
