import { expect, test } from 'vitest';
import { shellFiles } from './shell-files.ts';

const ORIGIN = 'https://farm.example';

test('a file that the manifest names with and without # is stored once: a cache refuses a list that names one twice', () => {
  const files = shellFiles(
    {
      html: '<link href="/assets/app.css"><script src="/assets/entry.js"></script>',
      manifest: {
        url: '/assets/manifest.js',
        entry: { module: '/assets/entry.js' },
        routes: {
          root: { id: 'root', module: '/assets/root.js', css: ['/assets/app.css'] },
          board: {
            id: 'counter/board',
            module: '/assets/board.js',
            imports: ['/assets/board.js#client-loader', '/assets/board.js#', '/assets/time.js?v=1'],
          },
          home: { id: 'shop/home', module: '/assets/home.js' },
        },
      },
      loaded: [`${ORIGIN}/assets/live.js`, `${ORIGIN}/counter/copy`, 'https://other.example/assets/other.js'],
      others: ['/assets/reader.wasm'],
    },
    ORIGIN,
  );
  expect(files).toEqual([
    ...['/assets/app.css', '/assets/entry.js', '/assets/manifest.js', '/assets/root.js', '/assets/board.js'],
    ...['/assets/time.js', '/assets/reader.wasm', '/assets/live.js'],
  ]);
});
