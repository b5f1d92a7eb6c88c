import { expect, test } from 'vitest';
import { Gate, type GateOptions, type Line, type Visitor } from './gate.ts';

const pause = () => new Promise((resume) => setTimeout(resume, 1));
const refused = { ok: false, problem: 'busy' };

const gateOf = (options: Partial<GateOptions>) =>
  new Gate({
    ...{ atOnce: 10, perPerson: 10, perAddress: 10 },
    ...{ waiting: 20, waitingInAll: 100, patienceMs: 10_000 },
    ...options,
  });
const guest: Visitor = { address: '192.0.2.1', person: null };
const person = (name: string, address = '192.0.2.1'): Visitor => ({ address, person: name });

/** Admits requests and records who entered, in order; each stays inside until the next pause. */
function watched(gate: Gate) {
  const entered: string[] = [];
  const inside = new Map<string, number>();
  const most = new Map<string, number>();
  const pass = (name: string, visitor: Visitor, line?: Line) =>
    gate.pass(
      async () => {
        entered.push(name);
        const now = (inside.get(name) ?? 0) + 1;
        inside.set(name, now);
        most.set(name, Math.max(most.get(name) ?? 0, now));
        await pause();
        inside.set(name, (inside.get(name) ?? 1) - 1);
      },
      visitor,
      line ? { line } : {},
    );
  return { entered, most, pass };
}

test('at most the limit are inside, all enter in order, and a failure blocks no one', async () => {
  const gate = gateOf({ atOnce: 2 });
  let now = 0;
  let most = 0;
  const order: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      gate.pass(async () => {
        now += 1;
        most = Math.max(most, now);
        order.push(number);
        await pause();
        now -= 1;
        if (number % 3 === 0) throw new Error('failed');
        return number;
      }, guest),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(await gate.pass(async () => 'free again', guest)).toEqual({ ok: true, value: 'free again' });
});

test('a person with many requests has a share of the places, and another enters at once', async () => {
  const { entered, most, pass } = watched(gateOf({ atOnce: 4, perPerson: 2 }));
  const all = Array.from({ length: 20 }, () => pass('crowd', person('crowd')));
  all.push(pass('other', person('other')));
  expect(entered).toEqual(['crowd', 'crowd', 'other']);
  await Promise.all(all);
  expect(most.get('crowd')).toBe(2);
});

test('an address has a share too, however many people and guests are behind it', async () => {
  const { entered, pass } = watched(gateOf({ atOnce: 4, perPerson: 2, perAddress: 3 }));
  const all = [1, 2, 3, 4, 5].map((number) => pass(`p${number}`, person(`p${number}`)));
  all.push(pass('guest', guest), pass('far', person('far', '192.0.2.2')));
  expect(entered).toEqual(['p1', 'p2', 'p3', 'far']);
  await Promise.all(all);
});

test('waiting requests take turns by address, and within an address by person', async () => {
  const { entered, pass } = watched(gateOf({ atOnce: 1 }));
  const all = ['a', 'a', 'a', 'a', 'b'].map((name) => pass(name, person(name)));
  all.push(pass('c', person('c', '192.0.2.2')), pass('c', person('c', '192.0.2.2')));
  await Promise.all(all);
  expect(entered).toEqual(['a', 'c', 'b', 'c', 'a', 'a', 'a']);
});

test('a line that is full for one person is open for others', async () => {
  const gate = gateOf({ atOnce: 1, waiting: 2 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const served = [1, 2, 3].map(() => gate.pass(() => promise, person('crowd')));
  expect(await gate.pass(() => promise, person('crowd'))).toEqual(refused);
  served.push(gate.pass(() => promise, person('other')));
  resolve('served');
  expect(await Promise.all(served)).toEqual(Array(4).fill({ ok: true, value: 'served' }));
});

/** Fills the gate; `asks` sends a request by this visitor, and refusals are recorded by name. */
function fullGate(options: Partial<GateOptions>) {
  const gate = gateOf({ atOnce: 1, ...options });
  const refusals: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked: Promise<unknown>[] = [gate.pass(() => promise, person('inside', '192.0.2.250'))];
  const asks = (name: string, visitor: Visitor, line: Line = 'first') => {
    const answer = gate.pass(() => promise, visitor, { line });
    asked.push(answer.then(({ ok }) => (ok ? null : refusals.push(name))));
  };
  const serveAll = () => {
    resolve('served');
    return Promise.all(asked);
  };
  return { asks, refusals, serveAll };
}
const guestOf = (address: string): Visitor => ({ address, person: null });

test('a full line refuses the newest request of the longest queue, and a stranger always enters', async () => {
  const { asks, refusals, serveAll } = fullGate({ waitingInAll: 6 });
  for (const name of ['crowd 1', 'crowd 2', 'crowd 3']) asks(name, guestOf('192.0.2.1'));
  for (const name of ['pair 1', 'pair 2']) asks(name, guestOf('192.0.2.2'));
  asks('one', guestOf('192.0.2.3'));
  await pause();
  expect(refusals).toEqual([]);
  asks('stranger', guestOf('192.0.2.4'));
  await pause();
  expect(refusals).toEqual(['crowd 3']);
  // Visitors with the same number waiting cause no refusals for others.
  asks('pair 3', guestOf('192.0.2.2'));
  asks('stranger 2', guestOf('192.0.2.5'));
  await serveAll();
  expect(refusals).toEqual(['crowd 3', 'pair 3', 'pair 2']);
});

test('the people of one address fill half a line, and each enters before another’s second request', async () => {
  const { asks, refusals, serveAll } = fullGate({ waitingInAll: 8 });
  for (const name of ['a1', 'a2', 'a3']) asks(name, person('a'));
  asks('b1', person('b'));
  await pause();
  expect(refusals).toEqual([]);
  asks('c1', person('c'));
  asks('d1', person('d'));
  asks('e1', person('e'));
  await serveAll();
  expect(refusals).toEqual(['a3', 'a2', 'e1']);
});

test('one person’s limit spans all addresses', async () => {
  const { asks, refusals, serveAll } = fullGate({ waiting: 2 });
  for (const at of [1, 2, 3]) asks(`a${at}`, person('a', `192.0.2.${at}`));
  await serveAll();
  expect(refusals).toEqual(['a3']);
});

test('a full second line refuses no one in the first', async () => {
  const { asks, refusals, serveAll } = fullGate({ waitingInAll: 2 });
  for (const at of [1, 2, 3]) asks(`second ${at}`, guestOf(`192.0.2.${at}`), 'second');
  asks('first', guestOf('192.0.2.4'));
  await serveAll();
  expect(refusals).toEqual(['second 3']);
});

test('leaving the line frees a place at once', async () => {
  const gate = gateOf({ atOnce: 1, waiting: 1 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const inside = gate.pass(() => promise, guest);
  const leaving = new AbortController();
  const left = gate.pass(() => promise, guest, { gone: leaving.signal });
  expect(await gate.pass(() => promise, guest)).toEqual(refused);
  leaving.abort();
  expect(await left).toEqual(refused);
  const next = gate.pass(() => promise, guest);
  resolve('served');
  expect(await Promise.all([inside, next])).toEqual(Array(2).fill({ ok: true, value: 'served' }));
});

test('a request that waits too long is refused and leaves its place free', async () => {
  const gate = gateOf({ atOnce: 1, patienceMs: 5 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const inside = gate.pass(() => promise, guest);
  expect(await gate.pass(() => promise, guest)).toEqual(refused);
  resolve('served');
  await inside;
  expect(await gate.pass(async () => 'free', guest)).toEqual({ ok: true, value: 'free' });
});

test('the first line empties before the second', async () => {
  const { entered, pass } = watched(gateOf({ atOnce: 1 }));
  const all = ['inside', 's1', 's2', 's3'].map((name) => pass(name, guest, 'second'));
  for (const name of ['f1', 'f2']) all.push(pass(name, guest, 'first'));
  await Promise.all(all);
  expect(entered).toEqual(['inside', 'f1', 'f2', 's1', 's2', 's3']);
});

test('one network with many IPv6 addresses neither fills a line nor jumps it', async () => {
  const gate = gateOf({ atOnce: 1, waiting: 5, waitingInAll: 20 });
  const { entered, pass } = watched(gate);
  const crowd = Array.from({ length: 40 }, (_, nth) =>
    pass('crowd', { address: `2001:db8:1:${nth}`, person: null }),
  );
  const other = pass('other', guest);
  await Promise.all([...crowd, other]);
  expect(entered.indexOf('other')).toBeLessThan(3);
  expect(entered.filter((name) => name === 'crowd').length).toBe(11);
  expect((await crowd[39])?.ok).toBe(false);
});
