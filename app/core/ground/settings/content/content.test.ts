import { expect, test } from 'vitest';
import { telephoneHref } from '../contact.ts';
import { defaultSettings } from '../settings.ts';
import { contentSlugs, contentValues, fillSection, fillText, plainSection, plainText } from './content.ts';
import { blocksOf } from './page-markdown.ts';
import { shippedContent } from './shipped-content.ts';

const values = contentValues(defaultSettings());

test('a placeholder becomes its setting, and a phone number becomes a link', () => {
  expect(fillText('Call {phone} in {city}.', values)).toEqual([
    'Call ',
    { text: '(607) 555-0142', href: 'tel:+16075550142' },
    ' in Hancock.',
  ]);
});

test('an unknown placeholder stays as written', () => {
  expect(plainText(fillText('{nobody} {constructor} {__proto__} {', values))).toBe(
    '{nobody} {constructor} {__proto__} {',
  );
});

test('braces inside a setting are not filled again', () => {
  expect(plainText(fillText('{storeName}', { storeName: '{phone}', phone: '1' }))).toBe('{phone}');
});

test('markup is read before placeholders are filled, and filled values are shown literally', () => {
  expect(
    fillText('*Call* **{phone}** or [write to {storeName}](/faq): {who} \\*', {
      ...values,
      who: '**Wren** [x](/y)',
    }),
  ).toEqual([
    { text: 'Call', emphasis: true },
    ' ',
    { text: '(607) 555-0142', href: 'tel:+16075550142', strong: true },
    ' or ',
    { text: 'write to Two Branches Farm', href: '/faq' },
    ': **Wren** [x](/y) *',
  ]);
});

test('every shipped text is filled completely and contains no phone number of its own', () => {
  for (const slug of contentSlugs) {
    const { title, intro, sections } = shippedContent[slug];
    const written = [
      title,
      intro,
      ...sections.flatMap((each) => [
        each.heading,
        ...blocksOf(each).flatMap((block) => (block.kind === 'list' ? block.items : [block.text])),
      ]),
    ];
    expect(written.join('\n')).not.toMatch(/\d{3}-\d{4}|@|OCM/);
    const filled = sections.map((each) => fillSection(each, values));
    const shown = [
      plainText(fillText(intro, values)),
      ...filled.flatMap((each) => [each.heading, plainSection(each)]),
    ];
    expect(shown.join('\n')).not.toMatch(/[{}]/);
  }
});

test('the terms have ten numbered sections and the contact', () => {
  const headings = shippedContent.terms.sections.map((section) => section.heading);
  expect(headings.slice(0, 10).map((heading) => Number.parseInt(heading, 10))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(headings[10]).toBe('Contact');
});

test('terms and FAQ promise the cancellation rule: until packing starts', () => {
  const section = (slug: 'terms' | 'faq', heading: RegExp) =>
    shippedContent[slug].sections
      .filter((each) => heading.test(each.heading))
      .map((each) => plainSection(fillSection(each, values)))
      .join(' ');
  expect(section('terms', /Cancellations/)).toMatch(/until we start packing it/i);
  expect(section('faq', /Reserving/)).toMatch(/until we start packing it/i);
});

test.each([
  ['(607) 555-0142', 'tel:+16075550142'],
  ['1-800-222-1222', 'tel:+18002221222'],
  ['988', 'tel:988'],
])('%s is dialed as %s', (number, href) => {
  expect(telephoneHref(number)).toBe(href);
});

test('a text mentions the ATM only if there is one', () => {
  const settings = defaultSettings();
  const text = (atmOnPremises: boolean) =>
    plainText(
      fillText(
        'Cash only.{atm}',
        contentValues({ ...settings, store: { ...settings.store, atmOnPremises } }),
      ),
    );
  expect(text(true)).toBe('Cash only. There is an ATM on the premises.');
  expect(text(false)).toBe('Cash only.');
});
