import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { issuerGroups, issuerOfKind } from './issuers.ts';

test('the countries are named as Unicode names the codes of ISO 3166-1', () => {
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  for (const [code, name] of Object.entries(countries)) expect(names.of(code)).toBe(name);
  expect(Object.keys(countries)).toHaveLength(238);
});

test('each group is in alphabetical order and names no issuer twice', () => {
  for (const { names } of issuerGroups) {
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
    expect(new Set(names).size).toBe(names.length);
  }
});

test('a license is a state’s or province’s, a passport a country’s, and nothing else is an issuer', () => {
  expect(issuerOfKind('driver_license', 'ontario')).toBe('Ontario');
  expect(issuerOfKind('state_id', 'Puerto Rico')).toBe('Puerto Rico');
  expect(issuerOfKind('passport', 'Côte d’Ivoire')).toBe('Côte d’Ivoire');
  for (const [kind, name] of [
    ...([
      ['driver_license', 'Canada'],
      ['state_id', 'United States'],
      ['passport', 'New York'],
    ] as const),
    ...([
      ['passport', 'Puerto Rico'],
      ['driver_license', 'z'],
      ['passport', '__proto__'],
    ] as const),
  ])
    expect(issuerOfKind(kind, name)).toBeNull();
});
