import { expect, test } from 'vitest';
import { inlineStyles, scriptsLast } from './first-paint.ts';

const sheet = '<link nonce="abc" rel="stylesheet" href="/assets/root-1a2B_3.css"/>';

test('a style sheet stands in the page under the nonce, and its link holds nothing up', () => {
  const page = inlineStyles(`<head>${sheet}</head>`, 'abc', () => 'p{color:red}');
  expect(page).toBe(
    '<head><style nonce="abc">p{color:red}</style><link nonce="abc" rel="stylesheet" href="/assets/root-1a2B_3.css" media="print"/></head>',
  );
});

test('what is not at hand, and what is no style sheet of ours, stays as it is', () => {
  const others = `${sheet}<link rel="icon" href="/favicon.svg"/><link rel="stylesheet" href="https://x.example/a.css"/>`;
  expect(inlineStyles(others, 'abc', () => null)).toBe(others);
  expect(inlineStyles(others.replace(sheet, ''), 'abc', () => 'p{}')).toBe(others.replace(sheet, ''));
});

test('scripts of a page are asked for last', () => {
  expect(scriptsLast('<link rel="modulepreload" href="/assets/a.js"/>')).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>',
  );
});
