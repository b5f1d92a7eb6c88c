import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailAddress } from './email-address.tsx';

test.each([
  ['juniper.vale+farm@twobranches.example', 'juniper<wbr/>.vale<wbr/>+farm@<wbr/>twobranches<wbr/>.example'],
  ['sam@localhost', 'sam@<wbr/>localhost'],
  ['no address', 'no address'],
])('%s breaks only between its words', (address, markup) => {
  expect(renderToStaticMarkup(<EmailAddress>{address}</EmailAddress>)).toBe(`<span>${markup}</span>`);
});
