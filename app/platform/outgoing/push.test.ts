import { expect, test } from 'vitest';
import { pushContact } from './push.ts';

test.each([
  ['hello@farm.example', 'http://localhost:3000', 'mailto:hello@farm.example'],
  [' hello@farm.example', 'https://farm.example', 'https://farm.example'],
  ['hello@localhost', 'https://farm.example', 'https://farm.example'],
  ['hello@shop.local', 'https://farm.example', 'https://farm.example'],
  ['hello@shop.local', 'https://localhost', 'mailto:hello@shop.local'],
  ['', 'https://farm.example', 'https://farm.example'],
])('with the address %j at %s, push services get the contact %s', (address, origin, contact) => {
  expect(pushContact(address, origin)).toBe(contact);
});
