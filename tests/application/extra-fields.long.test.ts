/**
 * Mass assignment: what a form or JSON has beyond its own fields is never written. A field for every column of the
 * database is sent with every form of every page, and no row has its value afterwards.
 */
import { afterAll, beforeAll, test } from 'vitest';
import { openFieldsShop, sendExtraFields, stopFieldsShop } from '#tests/support/extra-fields-shop.ts';

beforeAll(openFieldsShop);
afterAll(stopFieldsShop);

test('what any form has beyond its own fields is not written and changes no answer', () =>
  sendExtraFields(1));
