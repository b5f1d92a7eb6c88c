/** How Metrc is at all times, and which care of ours each trap needs: the shop's result is the same with it and without. */
import { beforeEach, describe, expect, test } from 'vitest';
import { setHold } from '#seed/metrc/by-hand.ts';
import type { Traps } from '#seed/metrc/faults.ts';
import { metrcSystem } from './metrc.server.ts';
import { paced } from './pace.ts';
import { adjustment, changed, line, sale } from './testing/acts.ts';
import {
  FARM,
  LICENSE,
  LONG_AGO,
  NOON,
  type OpenSystem,
  openSystem,
  SOFTWARE,
  tagOf,
  troubleOf,
} from './testing/open-system.ts';

let open: OpenSystem;
beforeEach(async () => {
  open = await openSystem();
  return () => open.metrc.stop();
});
const set = (trap: keyof Traps, isOn: boolean) => {
  open.metrc.faults.traps[trap] = isOn;
};
/** Asks without our cares. */
async function carelessly(
  path: string,
  query = '',
): Promise<{ status: number; Data: { Transactions?: [] }[] }> {
  const response = await fetch(`${open.metrc.origin}${path}?licenseNumber=${LICENSE}&${query}`, {
    headers: { Authorization: `Basic ${btoa(`${SOFTWARE}:${FARM}`)}` },
  });
  return { status: response.status, ...((await response.json()) as object) } as never;
}
const WIDE = 'lastModifiedStart=2020-01-01&lastModifiedEnd=2028-01-01';

describe.each([true, false])('with the trap on: %s', (isOn) => {
  test('narrow windows need both ends of a window', async () => {
    set('narrowWindows', isOn);
    for (let number = 1; number <= 3; number++) open.add(number, {}, LONG_AGO);
    expect((await carelessly('/packages/v2/active')).Data).toHaveLength(isOn ? 0 : 3);
    expect(await open.system.packages()).toHaveLength(3);
  });

  test('small pages need pages of twenty, and every page', async () => {
    set('smallPages', isOn);
    for (let number = 1; number <= 45; number++) open.add(number);
    const answer = await carelessly('/packages/v2/active', `${WIDE}&pageSize=100`);
    expect(answer.status).toBe(isOn ? 400 : 200);
    expect(await open.system.packages()).toHaveLength(45);
  });

  test('closed doors need a 401 to be words about a right, not about keys', async () => {
    set('closedDoors', isOn);
    open.add(1);
    for (const user of open.state.users) user.permissions = ['View Packages'];
    const rights = await open.system.rights();
    expect(rights).toEqual({ packages: true, sales: !isOn, deliveries: !isOn });
    const work = open.system.report([sale(7, [line(1)])]);
    if (isOn) expect(await troubleOf(work)).toContain('‘Manage Sales’');
    else expect(await work).toHaveLength(1);
  });

  test('all or nothing needs what was refused to be looked up before it is sent again', async () => {
    set('allOrNothing', isOn);
    open.add(1);
    open.add(2, { isOnHold: true });
    const acts = [adjustment(1, -1), adjustment(2, -1, { mark: 'Farmgate 124' })] as const;
    expect(await troubleOf(open.system.report(acts))).toBe(`1: Package ${tagOf(2)} is on hold.`);
    // Without it the other act of a refused call was taken, and `find` knows.
    expect(await open.system.find(acts[0])).toEqual(isOn ? null : { id: null });
    expect(await open.system.find(acts[1])).toBeNull();
  });

  test('a rate limit needs patience', async () => {
    set('rateLimit', isOn);
    Object.assign(open.metrc.faults.limits, { perFacility: 2 });
    for (let number = 1; number <= 45; number++) open.add(number);
    expect(await open.system.packages()).toHaveLength(45);
    expect(open.metrc.calls.some(({ status }) => status === 429)).toBe(isOn);
  });

  test('local times need the store’s zone', async () => {
    set('localTimes', isOn);
    open.add(1);
    const soldAt = NOON.subtract({ minutes: 5 });
    await open.system.report([sale(7, [line(1)], soldAt)]);
    const [receipt] = await open.system.receipts(NOON.subtract({ hours: 1 }));
    expect(receipt?.soldAt.equals(soldAt)).toBe(true);
    // A shop with another zone would be wrong by it.
    const options = { origin: open.metrc.origin, license: LICENSE, softwareKey: SOFTWARE, licenseKey: FARM };
    const elsewhere = metrcSystem({ ...options, zone: 'America/Los_Angeles', isOwnNetwork: true });
    const [wrong] = await elsewhere.receipts(NOON.subtract({ hours: 1 }));
    expect(wrong?.soldAt.since(soldAt).total('hours')).toBe(isOn ? 3 : 0);
  });

  test('writes at once need to go one after the other', async () => {
    set('writesAtOnce', isOn);
    Object.assign(open.metrc.faults, { writeTakes: 60, writesAtOnce: 'both-taken' });
    open.add(1);
    open.add(2);
    const sellBoth = async (number: number, system = open.system) => {
      const sales = [1, 2].map((order) => system.report([sale(number * 10 + order, [line(number)])]));
      await Promise.all(sales);
      return open.state.packages[tagOf(number)]?.quantity;
    };
    expect(await sellBoth(1)).toBe(8);
    const hasty = open.systemWith({ writePace: paced({ atOnce: 2, apartMs: 0 }) });
    expect(await sellBoth(2, hasty)).toBe(isOn ? 9 : 8);
  });

  test('bare receipts need a receipt to be asked for alone', async () => {
    set('bareReceipts', isOn);
    open.add(1);
    const sold = sale(7, [line(1)]);
    const [id = ''] = (await open.system.report([sold])) as string[];
    const { Data } = await carelessly('/sales/v2/receipts/active', WIDE);
    expect(Data[0]?.Transactions).toHaveLength(isOn ? 0 : 1);
    expect(await open.system.find(changed(id, sold))).toEqual({ id });
  });

  test('a hold that leaves the active packages needs the list of those on hold', async () => {
    set('holdLeavesActive', isOn);
    open.add(1);
    setHold(open.state, tagOf(1), { isOnHold: true }, LONG_AGO);
    expect((await carelessly('/packages/v2/active', WIDE)).Data).toHaveLength(isOn ? 0 : 1);
    expect(await open.system.packages()).toMatchObject([{ tag: tagOf(1), isOnHold: true }]);
    expect(await open.system.packagesSince(NOON)).toMatchObject([{ tag: tagOf(1), isOnHold: true }]);
  });
});
