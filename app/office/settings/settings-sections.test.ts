import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { pauseSection } from '#core/ground/settings/ordering-pause.ts';
import { defaultSettings, type SettingsName, settingsSchemas } from '#core/ground/settings/settings.ts';
import { readSettingsField, type SettingsField } from '#core/ground/settings/settings-field.ts';
import { changedWords, sectionWords } from '#core/ground/settings/settings-section.ts';
import { sharingSection } from '#core/ground/settings/sharing.ts';
import { parseDate } from '#kernel/time.ts';
import { exceptionSection } from '#office/pickup-hours/exceptions-section.ts';
import { hoursSection } from '#office/pickup-hours/hours-section.ts';
import { settingsScreens } from '../kit/settings-screens.ts';
import { formSections, retentionSection } from './settings-sections.ts';
import { warningsOf, warningsSection } from './warnings-section.ts';

const day = parseDate('2031-07-04');
if (!day) throw new Error('no day');
const clock = { now: Temporal.Instant.from('2031-01-01T12:00:00Z'), zone: 'America/New_York' };
const pause = pauseSection(clock);
const others = [
  hoursSection,
  exceptionSection(day),
  pause,
  warningsSection,
  retentionSection,
  sharingSection,
];
const sections = [...[...formSections.values()].map(({ section }) => section), ...others];

/** Changed on other pages. */
const elsewhere = [
  'store.priceListKey',
  'publishing.flaggedWords',
  'search.synonyms',
  'menu.categoryOrder',
  'opening.isOpen',
  'opening.confirmed',
  'opening.isSetUpHidden',
];

test('every setting is on a screen', () => {
  const shown = new Set(sections.flatMap(({ name, keys }) => keys.map((key) => `${name}.${key}`)));
  const all = Object.entries(defaultSettings()).flatMap(([name, value]) =>
    Object.keys(value).map((key) => `${name}.${key}`),
  );
  expect(all.filter((key) => !shown.has(key) && !elsewhere.includes(key))).toEqual([]);
  expect([...shown].filter((key) => !all.includes(key))).toEqual([]);
});

test('every section has its own screen', () => {
  const screens = settingsScreens.map(({ path }) => path);
  expect(sections.map(({ path }) => path).filter((path) => !screens.includes(path))).toEqual([]);
  expect(new Set(screens).size).toBe(screens.length);
});

describe.each(sections.map((section) => [section.path, section] as const))('%s', (_, section) => {
  const value = defaultSettings()[section.name] as never;

  test('reads what it wrote, so a form saved unchanged changes nothing', () => {
    const read = section.read(section.texts(value), value);
    expect(read.ok).toBe(true);
    const after = { ...(value as object), ...(read.ok ? read.value : {}) } as never;
    expect(changedWords(sectionWords(section, value), sectionWords(section, after))).toEqual([]);
    expect(after).toEqual(value);
  });

  test('has a label for every field, and text for every label', () => {
    expect(Object.keys(section.texts(value)).sort()).toEqual(Object.keys(section.labels).sort());
    for (const label of Object.values(section.labels)) expect(label).toMatch(/^\S.*\S$/);
  });

  test('stores nothing hostile, and puts the error beside one of its fields', () => {
    for (const hostile of ['\u0000', '\ud800', '-1', '1e9', 'NaN', '<script>', 'x'.repeat(9000), '٣']) {
      const texts = Object.fromEntries(Object.keys(section.labels).map((field) => [field, hostile]));
      const read = section.read(texts, value);
      if (read.ok) {
        const schema = settingsSchemas[section.name as SettingsName];
        expect(schema.safeParse({ ...(value as object), ...read.value }).success, hostile).toBe(true);
      } else
        for (const field of Object.keys(read.problem)) expect(Object.keys(section.labels)).toContain(field);
    }
    expect(section.read({}, value).ok || section.path === 'hours').toBe(section.path === 'hours');
  });
});

test('a number has the bounds of its schema', () => {
  const numbers = [...formSections.values()].flatMap(({ section, fields }) =>
    fields.flatMap((field) => (field.kind === 'number' ? [{ section, field }] : [])),
  );
  expect(numbers.length).toBeGreaterThan(10);
  for (const { section, field } of numbers) {
    const { least, most, scale = 1, key } = field;
    const takes = (value: number) => settingsSchemas[section.name].safeParse({ [key]: value }).success;
    expect([key, takes(least * scale), takes(most * scale)]).toEqual([key, true, true]);
  }
});

describe('a field', () => {
  const text: SettingsField = { kind: 'text', key: 'name', label: 'Name', longest: 5 };
  const grams: SettingsField = {
    kind: 'number',
    key: 'grams',
    label: 'Grams',
    least: 1,
    most: 1000,
    scale: 1000,
    decimals: 3,
    unit: 'grams',
  };

  test.each([
    [text, '  a  b ', { value: 'a b' }],
    [text, '', { error: 'Name: this cannot be left empty.' }],
    [text, 'abcdef', { error: 'Name: at most 5 characters.' }],
    [text, 'a\u0000', { error: 'Name: these characters cannot be saved.' }],
    [{ ...text, optional: true }, ' ', { value: '' }],
    [grams, '85.048', { value: 85_048 }],
    [grams, '1,000', { value: 1_000_000 }],
    [grams, '85.0481', { error: 'Grams: give a number from 1 to 1,000 (grams).' }],
    [grams, '0', { error: 'Grams: give a number from 1 to 1,000 (grams).' }],
    [grams, '-5', { error: 'Grams: give a number from 1 to 1,000 (grams).' }],
  ] as const)('%j parses %j as %j', (field, typed, read) => {
    expect(readSettingsField(field, typed)).toEqual(read);
  });
});

test.each([
  ['phone', '12', /phone number/],
  ['phone', 'call me', /phone number/],
  ['email', 'nobody', /email address/],
  ['zipcode', '1378', /ZIP code/],
  ['state', 'N1', /two letters/],
  ['zone', 'Mars/Olympus', /Time zone not found/],
  ['zone', 'EST', /America\/New_York/],
])('the store’s %s cannot be %j', (field, typed, error) => {
  const store = formSections.get('store')?.section;
  const value = defaultSettings().store as never;
  const read = store?.read({ ...store.texts(value), [field]: typed }, value);
  expect(read).toMatchObject({ ok: false, problem: { [field]: [expect.stringMatching(error)] } });
});

test('an edible’s THC counts toward the concentrate limit, or toward its own limit', () => {
  const limits = formSections.get('limits')?.section;
  const value = defaultSettings().compliance as never;
  const texts = limits?.texts(value) ?? {};
  expect(limits?.read({ ...texts, edibles: 'own', edibleThcMg: '1500' }, value)).toMatchObject({
    value: { edibleThcMg: 1500 },
  });
  expect(limits?.read({ ...texts, edibles: 'own', edibleThcMg: '' }, value)).toMatchObject({
    problem: { edibleThcMg: [expect.any(String)] },
  });
  expect(limits?.read({ ...texts, edibleThcMg: 'whatever' }, value)).toMatchObject({
    value: { edibleThcMg: 'inside-concentrate' },
  });
});

test('one to four warnings take turns, and empty ones are dropped', () => {
  const value = defaultSettings().warnings;
  const texts = warningsSection.texts(value);
  const two = { ...texts, 'rotating-2': '', 'rotating-4': ' ' };
  expect(warningsSection.read(two, value)).toMatchObject({ value: { rotating: { length: 2 } } });
  expect(warningsSection.read({ ...texts, 'rotating-1': '' }, value)).toMatchObject({ ok: false });
  expect(warningsOf(texts)).toEqual(value);
});

describe('a pause', () => {
  const value = defaultSettings().ordering;
  const texts = (wanted: object) => ({ paused: 'yes', reason: 'We count.', until: '', ...wanted });

  test('needs a reason, and its end must be in the future', () => {
    expect(pause.read(texts({ reason: ' ' }), value)).toMatchObject({
      problem: { reason: ['Enter a reason. Shoppers see it.'] },
    });
    for (const until of ['2030-12-31T08:00', '2031-13-01T08:00', 'tomorrow'])
      expect(pause.read(texts({ until }), value)).toMatchObject({ problem: { until: [expect.any(String)] } });
    expect(pause.read(texts({ until: '2031-01-02T08:00' }), value)).toEqual({
      ok: true,
      value: { paused: true, reason: 'We count.', until: '2031-01-02T08:00' },
    });
  });
});
