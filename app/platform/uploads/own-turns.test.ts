/** A person's own turns: nobody else waits for them, and none is lost. */
import { expect, test } from 'vitest';
import { OwnTurns } from './own-turns.ts';

const held = () => {
  let release = (): void => undefined;
  const work = new Promise<string>((resolve) => {
    release = () => resolve('done');
  });
  return { work: () => work, release };
};

test('a person has so many at once, each other person as many, and a turn comes back when it is over', async () => {
  const turns = new OwnTurns(2);
  const [first, second, third] = [held(), held(), held()];
  const taken = [turns.take('robin', first.work), turns.take('robin', second.work)];
  expect(await turns.take('robin', third.work)).toBeNull();
  const others = turns.take('wren', third.work);
  third.release();
  expect(await others).toBe('done');
  first.release();
  expect(await taken[0]).toBe('done');
  expect(await turns.take('robin', async () => 'again')).toBe('again');
  second.release();
  await taken[1];
});

test('a turn that ends in an error comes back too', async () => {
  const turns = new OwnTurns(1);
  await expect(turns.take('robin', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('robin', async () => 'yes')).toBe('yes');
});
