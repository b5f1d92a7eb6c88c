import { expect, test } from 'vitest';
import { inlineStyles, scriptsAfterPaint } from './first-paint.ts';

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

test('a page asks for its scripts only when it has been painted, all at once, and starts as it would have', () => {
  const entry =
    'import * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); // </script and <!--'.replace(
      '</script',
      '\\u003c/script',
    );
  const page = scriptsAfterPaint(
    `<head><link rel="modulepreload" href="/assets/root.js" nonce="abc"/></head><script nonce="abc">1</script><script nonce="abc" type="module" async="">${entry}</script>`,
    'abc',
  );
  expect(page).toMatch(
    /^<head><\/head><script nonce="abc">1<\/script><script nonce="abc" type="module" async="">/,
  );
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toContain('<!--');

  const added: object[] = [];
  const waiting: (() => void)[] = [];
  const [, starter = ''] = /async="">(.*)<\/script>$/s.exec(page) ?? [];
  new Function('requestAnimationFrame', 'setTimeout', 'document', starter)(
    (then: () => void) => waiting.push(then),
    (then: () => void) => waiting.push(then),
    {
      createElement: (name: string) => ({ name }),
      head: { append: (element: object) => added.push(element) },
    },
  );
  waiting[0]?.();
  expect(added).toEqual([]);
  waiting[1]?.();
  expect(added).toEqual([
    { name: 'link', rel: 'modulepreload', href: '/assets/root.js' },
    { name: 'script', type: 'module', nonce: 'abc', textContent: entry },
  ]);
});

test('a page without an entry script keeps what it has', () => {
  expect(scriptsAfterPaint('<p>no scripts</p>', 'abc')).toBe('<p>no scripts</p>');
});
