import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const everywhere =
  /app[\\/](ui|platform|kernel|routes[\\/]shell|features[\\/]checkout[\\/](ui[\\/]cart-|cart))|lucide-react/;
/** Lists, long forms, files and dates: in the account and the back office. */
const accountAndOffice =
  /app[\\/](ui[\\/](commands|data-table|form[\\/](save-form|use-unsaved)|upload-field)|kernel[\\/](list-state|time\.))|temporal-/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Some dozens of its 1,700 icons are drawn: bundled, the others are not in the server's memory.
  ssr: { noExternal: ['lucide-react'] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files that every page needs instead of thirty small ones: on a slow phone each request costs
            // a round trip of its own. And a third for the account and the back office, so that who only shops
            // need not fetch what is shared there.
            codeSplitting: {
              groups: [
                {
                  name: 'ground',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/,
                  priority: 20,
                },
                {
                  name: 'frame',
                  test: (id) => everywhere.test(id) && !accountAndOffice.test(id),
                  priority: 10,
                  minShareCount: 3,
                },
                { name: 'office', test: accountAndOffice, priority: 5, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    // The Hono application is the entry of the server build, so that features exist once in the process
    // whether a route or the server itself imports them.
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
});
