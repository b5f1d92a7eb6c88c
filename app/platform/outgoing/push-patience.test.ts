import { expect, test } from 'vitest';
import { PushPutOff, pushPatience } from './push-patience.ts';

class Silence extends Error {}
const isSilence = (error: unknown) => error instanceof Silence;
const answers = () => Promise.resolve('taken');
const hangs = () => Promise.reject(new Silence());

/** A service that answers on command. */
function slow() {
  let end: (outcome: 'answer' | 'silence') => void = () => undefined;
  const asked = new Promise<string>((resolve, reject) => {
    end = (outcome) => (outcome === 'answer' ? resolve('taken') : reject(new Silence()));
  });
  return { asking: () => asked, end };
}

test('a silent service rests, longer each time, and works again once it answers', async () => {
  let now = 0;
  const { ask } = pushPatience(() => now);
  for (const rest of [15, 30, 60, 120, 240, 300, 300]) {
    await expect(ask('a', hangs, isSilence)).rejects.toThrow(Silence);
    now += rest * 1000 - 1;
    await expect(ask('a', answers, isSilence)).rejects.toThrow(PushPutOff);
    now += 1;
  }
  expect(await ask('a', answers, isSilence)).toBe('taken');
  await expect(ask('a', hangs, isSilence)).rejects.toThrow(Silence);
  now += 15_000;
  expect(await ask('a', answers, isSilence)).toBe('taken');
});

test('of services that never answered two are waited for, and they do not delay one that answers', async () => {
  const { ask } = pushPatience(() => 0);
  expect(await ask('known', answers, isSilence)).toBe('taken');
  const waiting = [slow(), slow()];
  const asked = waiting.map(({ asking }, at) =>
    ask(`unknown-${at}`, asking, isSilence).catch(() => 'silence'),
  );
  await expect(ask('unknown-3', answers, isSilence)).rejects.toThrow(PushPutOff);
  expect(await ask('known', answers, isSilence)).toBe('taken');
  for (const { end } of waiting) end('silence');
  expect(await Promise.all(asked)).toEqual(['silence', 'silence']);
  expect(await ask('unknown-3', answers, isSilence)).toBe('taken');
});

test('many simultaneous timeouts count as one miss, and another kind of failure as none', async () => {
  let now = 0;
  const { ask } = pushPatience(() => now);
  expect(await ask('a', answers, isSilence)).toBe('taken');
  const eight = Array.from({ length: 8 }, slow);
  const asked = eight.map(({ asking }) => ask('a', asking, isSilence).catch(() => 'silence'));
  for (const { end } of eight) end('silence');
  await Promise.all(asked);
  now += 15_000;
  const refused = () => Promise.reject(new Error('connection refused'));
  await expect(ask('a', refused, isSilence)).rejects.toThrow('refused');
  expect(await ask('a', answers, isSilence)).toBe('taken');
});
