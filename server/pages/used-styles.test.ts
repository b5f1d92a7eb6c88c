import { describe, expect, test } from 'vitest';
import { placeOf, RenderedPage } from '#platform/pages/rendered-page.ts';
import { classesIn, readSheet, usedStyles } from './used-styles.ts';

/** What a page with these classes uses of a sheet. */
const used = (css: string, ...classes: string[]) => usedStyles(readSheet(css).pieces, new Set(classes));

describe('of a style sheet, a page uses', () => {
  test('the rules whose classes it has, in their order, within their layers and conditions', () => {
    const css =
      '@layer base,utilities;@layer base{h1{color:red}}@layer utilities{.flex{display:flex}@media (width>=40rem){.sm\\:px-4{padding:1rem}.sm\\:px-5{padding:2rem}}.grid{display:grid}}';
    expect(used(css, 'grid', 'sm:px-4')).toBe(
      '@layer base,utilities;@layer base{h1{color:red}}@layer utilities{@media (width>=40rem){.sm\\:px-4{padding:1rem}}.grid{display:grid}}',
    );
    expect(used('@layer utilities{@media print{.flex{display:flex}}}p{color:red}')).toBe('p{color:red}');
  });

  test('a rule for several selectors if one of them may apply, and one for an element inside another if both are there', () => {
    expect(used('.a,.b{color:red}', 'b')).toBe('.a,.b{color:red}');
    expect(used('.a .b{color:red}', 'b')).toBe('');
    expect(used('.a:hover>.b:before{color:red}', 'a', 'b')).toBe('.a:hover>.b:before{color:red}');
  });

  test('every rule that needs no class: of elements, attributes, fonts and movements', () => {
    const css =
      '/*! license */ @font-face{font-family:A;src:url(/a.woff2)}@property --x{syntax:"*";inherits:false}@keyframes in{0%{opacity:0}to{opacity:1}}[class*=".ring"]{color:red}:root[data-cart]{color:red}';
    expect(used(css)).toBe(css);
  });

  test('rules about classes that an element must not have, or another has, whether they are there or not', () => {
    const css = '.a:not(.b){color:red}:is(.c,.d:not(.e))>span{color:red}.a:has(>.f:nth-child(2)){color:red}';
    expect(used(css, 'a')).toBe(css);
    expect(used(css)).toBe(':is(.c,.d:not(.e))>span{color:red}');
    expect(used(':where(.space-y-2>:not(:last-child)){margin:0}')).toBe('');
    expect(used(':where(.space-y-2>:not(:last-child)){margin:0}', 'space-y-2')).toContain('margin');
  });

  test.each([
    ['.sm\\:px-0\\.5', 'sm:px-0.5'],
    ['.max-h-\\[calc\\(100dvh-5rem\\)\\]', 'max-h-[calc(100dvh-5rem)]'],
    ['.grid-cols-\\[minmax\\(0\\,1fr\\)_auto\\]', 'grid-cols-[minmax(0,1fr)_auto]'],
    ['.\\[\\&\\>svg\\]\\:size-5', '[&amp;&gt;svg]:size-5'],
    [".before\\:content-\\[\\'·\\'\\]", 'before:content-[&#x27;·&#x27;]'],
    ['.-mx-\\(--edge\\)', '-mx-(--edge)'],
    ['.\\32 xl', '2xl'],
  ])('%s where the markup has %s', (selector, name) => {
    expect(used(`${selector}{color:red}`, name)).toBe(`${selector}{color:red}`);
    expect(used(`${selector}{color:red}`, 'other')).toBe('');
  });
});

test('the classes of a page are those of its text and of its cached parts', () => {
  const text = `<body class="a b"><svg viewBox="0 0 1 1" class="c"></svg>${placeOf(0)}<i data-class="no"></i></body>`;
  const page = new RenderedPage(text, [Buffer.from('<b class="before:content-[&#x27;·&#x27;] a"></b>')]);
  expect([...classesIn(page)].sort()).toEqual(['a', 'b', 'before:content-[&#x27;·&#x27;]', 'c']);
});
