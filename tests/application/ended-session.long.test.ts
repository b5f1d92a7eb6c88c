/** A form that is pressed with an ended session is brought back, filled in, once the person has signed in again. */
import { afterAll, beforeAll, test } from 'vitest';
import { openDemoShop, pressEveryNth, stopDemoShop } from '#tests/support/ended-sessions.ts';

/** Every form; npm test presses a sixth of them. */
const NTH = 1;

beforeAll(() => openDemoShop());
afterAll(stopDemoShop);

test('every form that is pressed with an ended session comes back to its page as typed, after the sign-in', () =>
  pressEveryNth(NTH));
