import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { viewScript, viewsOf } from './use-view.ts';

/** Opens a document as a browser would; returns the view it shows and the Set-Cookie line it writes. */
function open(cookie: string, url = 'http://farm.example/') {
  let view = '';
  let written = '';
  runInNewContext(viewScript, {
    document: {
      URL: url,
      get cookie() {
        return cookie;
      },
      set cookie(line: string) {
        written = line;
      },
      documentElement: {
        setAttribute: (name: string, value: unknown) => {
          if (name === 'data-view') view = String(value);
        },
      },
    },
  });
  return { view, written };
}

test('four documents in a row show all four views, then start over', () => {
  let cookie = 'age_verified=x';
  const shown = Array.from({ length: 8 }, () => {
    const { view, written } = open(cookie);
    cookie = `age_verified=x; ${written.split(';')[0]}`;
    return view;
  });
  expect(shown).toEqual(['0', '1', '2', '3', '0', '1', '2', '3']);
});

test('the next view is stored for a month, over HTTPS for this host only', () => {
  expect(open('age_verified=x; view=1').written).toBe('view=2;Path=/;Max-Age=2592000;SameSite=Lax');
  // Another host may have planted the name without the prefix.
  expect(open('__Host-age_verified=x; view=1; __Host-view=3', 'https://farm.example/').written).toBe(
    '__Host-view=0;Path=/;Max-Age=2592000;SameSite=Lax;Secure',
  );
});

test.each(['', 'view=1', 'age_verified=; view=1'])('%j without an affirmed age writes nothing', (cookie) => {
  expect(open(cookie).written).toBe('');
});

test.each(['view=4', 'view=-1', 'view=2.9', 'view=abc', 'view=', 'xview=2', 'view=22'])(
  '%s starts over with the first view',
  (cookie) => {
    expect(open(cookie).view).toBe('0');
  },
);

test('every view shows one warning, however many exist', () => {
  for (const warnings of [1, 2, 3, 4]) {
    const views = Array.from({ length: warnings }, (_, at) => viewsOf(at, warnings).split(' ')).flat();
    expect(views.sort()).toEqual(['0', '1', '2', '3']);
  }
});
