/** An owner brings a hosted shop's files into a shop that began empty, until its products are on the menu. */
import { test } from 'vitest';
import { tellBringing } from '#tests/support/bring-files.ts';

test('customers, products and past sales of a hosted shop come over, by pages alone', async () => {
  await tellBringing({ customers: 300, isKilled: false });
}, 240_000);
