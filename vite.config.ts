import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { icons } from './scripts/icons.ts';
import { OLDEST_BROWSERS } from './scripts/oldest-browsers.ts';
import { isOfCheckout, isOfFrame, isOfMenu } from './scripts/shoppers-modules.ts';

const parts = /app[\\/](ui|platform|kernel|(shop|core[\\/]sales)[\\/](cart|checkout)[\\/]cart)/;
/** What the frame has for signed-in people alone. */
const signedIn = /app[\\/]shop[\\/](notifications[\\/]bell|roof[\\/](account-menu|go-to-admin))\.tsx/;
/** The lines of a cart and its sum: in the cart, at checkout and in orders. */
const cart = /app[\\/](shop[\\/]cart[\\/]cart-(line|view)|core[\\/]sales[\\/](compliance|orders))/;
/** A form that was refused, and who someone is: at sign-in, and wherever people type. */
const form =
  /app[\\/](ui[\\/]form[\\/](checked-form|error-summary|use-(answer|sent-values))|shop[\\/]kit[\\/]person-fields|core[\\/]accounts[\\/]customers[\\/]us-states)/;
/** What few pages of the shop show: each in a file of its own. */
const ofFewPages = /app[\\/]ui[\\/](confirm|prose)\.tsx/;
/** What shows lines of a cart or an order: in the cart, at checkout and after it. */
const lines =
  /app[\\/](shop[\\/](cart[\\/](cart-line-news|product-picture)|sign-up-hold[\\/]held-items)|core[\\/]goods[\\/]catalogue[\\/]fewer-left|kernel[\\/](ids|topic)|ui[\\/](live[\\/](use-live|refresher)|pickup-time|email-address))/;
const iconModule = /^\0icon:/;
/** Long forms, files and the filters of lists: in the account and the back office. */
const account =
  /app[\\/](ui[\\/](commands[\\/](command-keys|shortcuts)|data-table[\\/](filter-bar|pager)|form[\\/](save-form|use-unsaved)|upload-field)|kernel[\\/]list-state)/;
/** Tables, commands and dates: in the back office and at the counter. */
const office = /app[\\/](ui[\\/](commands|data-table)|kernel[\\/]time\.)|temporal-/;

/**
 * Packages of many files, bundled into the server's build: as files of their own they are 370 modules, half of a start's
 * processor time. Drizzle alone is a quarter: Node parses its package.json of 180 kB once for each of its modules.
 */
const bundled = [
  ...['@hono/node-server', '@remix-run/route-pattern', 'drizzle-orm', 'hono', 'jose', 'react-router'],
  ...['uuid', 'zod'],
];

export default defineConfig({
  plugins: [icons(), tailwindcss(), reactRouter()],
  build: { target: OLDEST_BROWSERS, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few files and not thirty small ones: on a slow phone each request costs a round trip and a kilobyte of
            // its own. What the account and the back office need stays apart, so that shoppers do not fetch it.
            codeSplitting: {
              groups: [
                {
                  name: 'ground',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/,
                  priority: 20,
                },
                { name: (id, graph) => (isOfFrame(id, graph) ? 'frame' : null), priority: 15 },
                { name: (id, graph) => (isOfCheckout(id, graph) ? 'checkout' : null), priority: 11 },
                { name: (id, graph) => (isOfMenu(id, graph) ? 'menu' : null), priority: 12 },
                { name: 'signed-in', test: signedIn, priority: 14 },
                { name: 'lines', test: lines, priority: 14 },
                { name: 'form', test: form, priority: 14, minShareCount: 3 },
                {
                  name: (id) => (cart.test(id) ? 'cart' : 'shared'),
                  test: (id) =>
                    parts.test(id) && !account.test(id) && !office.test(id) && !ofFewPages.test(id),
                  priority: 13,
                  minShareCount: 3,
                },
                { name: 'icons', test: iconModule, priority: 5, minShareCount: 3 },
                { name: 'account', test: account, priority: 6, minShareCount: 3 },
                { name: 'office', test: office, priority: 5, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: bundled },
      // The Hono application is the entry of the server build, so that modules exist once in the process
      // whether a route or the server itself imports them.
      build: { rollupOptions: { input: './server/run/app.ts' } },
    },
  },
});
