/** The races of `races.app.test.ts` that need no second process, through one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '#tests/support/invariants.ts';
import { openRaceTrack, type RaceTrack, races } from '#tests/support/races.ts';

let track: RaceTrack;
beforeAll(async () => {
  track = await openRaceTrack(1);
});
afterAll(() => track?.stop());

test.each(Object.entries(races))('%s', (_, race) => race(track));

test('afterwards every invariant holds', async () => {
  expect(await checkInvariants(track.db)).toEqual([]);
});
