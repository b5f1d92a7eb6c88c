/**
 * Mass assignment: what a form or JSON has beyond its own fields is never written. A field for every column of the
 * database is sent with forms of the pages, and no row has its value afterwards.
 */
import { afterAll, beforeAll, test } from 'vitest';
import {
  openFieldsShop,
  sendExtraFields,
  sendExtraJson,
  sendExtraMembers,
  stopFieldsShop,
} from '#tests/support/extra-fields-shop.ts';

/** Every sixth form; the long suite sends all of them. */
const NTH = 6;

beforeAll(openFieldsShop);
afterAll(stopFieldsShop);

test('the API refuses members that its description does not have, and names them', sendExtraMembers);

test('what JSON of a page has beyond its own members is not written', sendExtraJson);

test('what a form has beyond its own fields is not written and changes no answer', () =>
  sendExtraFields(NTH));
