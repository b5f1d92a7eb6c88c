import { expect, test } from 'vitest';
import { countyLabel, countyOf, newYorkCounties, salesTaxOf } from './new-york-counties.ts';

test.each([
  ['13783', 'Delaware', 800],
  ['12561', 'Ulster', 800],
  ['10940-1234', 'Orange', 812.5],
  [' 12508 ', 'Dutchess', 812.5],
  ['11937', 'Suffolk', 875],
  ['13326', 'Otsego', 800],
  ['12866', 'Saratoga', 700],
  ['14609', 'Monroe', 800],
  ['10703', 'Yonkers', 887.5],
  ['10601', 'Westchester', 837.5],
  ['11201', 'New York City', 887.5],
  ['06390', 'Suffolk', 875],
])('the ZIP code %s is in %s, with %d basis points of sales tax', (zipcode, county, rate) => {
  expect(countyOf({ state: 'NY', zipcode })).toBe(county);
  expect(salesTaxOf(county)).toBe(rate);
});

test.each([
  ['NY', ''],
  ['NY', '1378'],
  ['NY', '18431'],
  ['NY', '90210'],
  ['PA', '13783'],
  ['', '13783'],
])('no county is proposed for %s %s', (state, zipcode) => {
  expect(countyOf({ state, zipcode })).toBeNull();
});

test('there are 57 counties, New York City and Yonkers, and no tax for any other name', () => {
  expect(newYorkCounties).toHaveLength(59);
  expect(newYorkCounties.map(countyLabel)).toEqual(
    expect.arrayContaining(['St. Lawrence County', 'Yonkers']),
  );
  for (const name of ['', 'Wayne, PA', 'constructor', 'delaware']) expect(salesTaxOf(name)).toBeNull();
});
