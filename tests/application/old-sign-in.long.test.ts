/** What asks for a recent sign-in is brought back, or offered, once the person has confirmed who they are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemoShop, pressOldSignIns, stopDemoShop } from '#tests/support/ended-sessions.ts';

beforeAll(() => openDemoShop());
afterAll(stopDemoShop);

test('every form that is pressed with an old sign-in comes back as typed, and every file is offered, after the confirmation', async () => {
  const asked = await pressOldSignIns();
  expect(asked.length).toBeGreaterThan(30);
});
