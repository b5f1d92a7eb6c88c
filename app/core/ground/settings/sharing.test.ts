import { describe, expect, test } from 'vitest';
import { defaultSettings } from './settings.ts';
import { mayShowMenu, readSites } from './sharing.ts';

describe('a site', () => {
  test.each([
    ['https://partner.example', 'https://partner.example'],
    [' https://Partner.Example/ ', 'https://partner.example'],
    ['https://partner.example:443', 'https://partner.example'],
    ['https://partner.example:8443', 'https://partner.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ])('%s is %s', (typed, site) => {
    expect(readSites(typed)).toEqual({ sites: [site], problem: null });
  });

  test.each([
    'partner.example',
    'http://partner.example',
    'https://partner.example/menu',
    'https://partner.example?a',
    'https://partner.example#a',
    'https://user@partner.example',
    'https://*.example',
    'https://*',
    '*',
    'https:',
    'https://localhost',
    'https://partner',
    'data:text/html,x',
    'javascript:alert(1)',
    "https://a.example;script-src'self'",
    "https://a';.example",
    'https://a.example https://b.example',
    'https://a.example,https://b.example',
    'null',
    "'self'",
    'https://[::1]',
    'http://localhost.evil.example',
  ])('%s is refused', (typed) => {
    expect(readSites(typed)).toMatchObject({
      sites: [],
      problem: expect.stringContaining('is not the address'),
    });
  });

  test('is on the list once, and the list has an end', () => {
    expect(readSites('https://a.example\n\nhttps://a.example/\nhttps://b.example').sites).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    const many = Array.from({ length: 51 }, (_, at) => `https://s${at}.example`).join('\n');
    expect(readSites(many).problem).toBe('Enter at most 50 sites.');
  });
});

test('the menu is shown by listed sites and the shop itself, and by no other', () => {
  const sharing = { ...defaultSettings().sharing, sites: ['https://a.example'] };
  const may = (site: string) => mayShowMenu(sharing, site, 'https://shop.example');
  expect(['https://a.example', 'https://shop.example'].map(may)).toEqual([true, true]);
  const others = ['', 'null', '*', 'https://a.example.evil.example', 'http://a.example', 'https://A.example'];
  expect(others.map(may)).toEqual(others.map(() => false));
  expect(defaultSettings().sharing).toEqual({ sites: [], feed: false });
});
