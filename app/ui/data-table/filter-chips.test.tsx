import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import {
  byLink,
  choiceFilter,
  dateFilter,
  defineList,
  inTabs,
  type ListState,
  textFilter,
} from '#kernel/list-state.ts';
import { FilterChips } from './filter-chips.tsx';

const list = defineList({
  name: 'orders',
  filters: {
    tab: inTabs(choiceFilter('Work', [{ value: 'pack', label: 'To pack' }])),
    find: textFilter('Search orders'),
    status: choiceFilter('Status', [{ value: 'ready_for_pickup', label: 'Ready' }]),
    pickup: dateFilter('Pickup day'),
    email: byLink(textFilter('Email')),
  },
  sorts: { created: 'Created', total: 'Total' },
  defaultSort: '-created',
});

/** The links shown for an address: their words, and where they lead. */
function links(query: string): string[] {
  const state: ListState = list.parse(new URLSearchParams(query));
  const Stub = createRoutesStub([{ path: '/', Component: () => <FilterChips list={list} state={state} /> }]);
  const html = renderToStaticMarkup(<Stub initialEntries={['/']} />);
  return [...html.matchAll(/href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, words]) =>
      `${words?.replaceAll(/<[^>]+>/g, '')} → ${new URL((href ?? '').replaceAll('&amp;', '&'), 'http://shop').search}`,
  );
}

test('a list without filters, or with its tab only, has no chips', () => {
  expect(links('')).toEqual([]);
  expect(links('tab=pack&sort=total')).toEqual([]);
});

test('a chip says what filters in the words of its field', () => {
  expect(links('status=ready_for_pickup')).toEqual(['Remove filter Status: Ready → ']);
  expect(links('pickup=2026-11-05')).toEqual(['Remove filter Pickup day: Nov 5, 2026 → ']);
  expect(links('find=<b>')).toEqual(['Remove filter Search orders: &lt;b&gt; → ']);
  expect(links('status=nonsense')).toEqual([]);
});

test('each chip removes its own filter and returns to the first page; Clear all leaves the tab and the sort', () => {
  expect(links('tab=pack&status=ready_for_pickup&email=a%40b.example&sort=total&row=26')).toEqual([
    'Remove filter Status: Ready → ?tab=pack&email=a%40b.example&sort=total',
    'Remove filter Email: a@b.example → ?tab=pack&status=ready_for_pickup&sort=total',
    'Clear all → ?tab=pack&sort=total',
  ]);
});
