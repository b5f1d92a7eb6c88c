/**
 * Fixtures of stories that need no scripts: the worker's shop, browsers without scripts, and Playwright's matchers.
 * Such a browser does not wait: a page is there at once, or the test fails.
 */
import { Temporal } from 'temporal-polyfill';
import { descriptionOf, fits, isDisabled, isSeen, type Words, words } from './plain-dom.ts';
import { contentOf } from './plain-form.ts';
import { PlainPage, type PlainPart } from './plain-page.ts';
import { expect as base, test as withBrowser } from './support.ts';

type Fixtures = {
  /** A visitor past the age gate. */
  visitor: PlainPage;
  /** Another visitor, from another address, who may be before the age gate. */
  openVisitor: (wanted?: { affirmed?: boolean }) => PlainPage;
};

let visitors = 0;

/** @param test has a shop. */
export const withVisitors = (test: typeof withBrowser) =>
  test.extend<Fixtures>({
    visitor: async ({ openVisitor }, use) => use(openVisitor()),
    openVisitor: async ({ shop }, use) =>
      use(({ affirmed = true } = {}) => {
        visitors += 1;
        const address = `198.19.${Math.trunc(visitors / 250)}.${(visitors % 250) + 1}`;
        const page = new PlainPage(shop.origin, { 'x-forwarded-for': address });
        const until = Temporal.Now.instant().add({ hours: 480 }).toString({ fractionalSecondDigits: 3 });
        if (affirmed) page.addCookies([{ name: 'age_verified', value: encodeURIComponent(until) }]);
        return page;
      }),
  });

export const test = withVisitors(withBrowser);

type Result = { pass: boolean; message: () => string };

/** A matcher that finds the one element and compares a property. */
function compares(read: (part: PlainPart) => string) {
  return (part: PlainPart, wanted: Words): Result => {
    const found = read(part);
    return {
      pass: typeof wanted === 'string' ? found === wanted : wanted.test(found),
      message: () => `${part.what} at ${part.page.url()}\n  has: ${found}\n  not: ${wanted}`,
    };
  };
}

const is =
  (what: string, ask: (part: PlainPart) => boolean) =>
  (part: PlainPart): Result => ({
    pass: ask(part),
    message: () => `${part.what} at ${part.page.url()}: ${what}?\n${part.page.words().slice(0, 3000)}`,
  });

/** Each element of a list with one text each, or the one element with all texts. */
const texts =
  (exact: boolean) =>
  (part: PlainPart, wanted: Words | readonly Words[]): Result => {
    const found = Array.isArray(wanted) ? part.find().map(words) : [words(part.one())];
    const each = (Array.isArray(wanted) ? wanted : [wanted]) as Words[];
    return {
      pass:
        found.length === each.length &&
        found.every((text, at) =>
          typeof each[at] === 'string' && !exact ? text.includes(each[at]) : fits(text, each[at] ?? '', true),
        ),
      message: () =>
        `${part.what} at ${part.page.url()}\n  has: ${found.join(' | ')}\n  not: ${each.join(' | ')}`,
    };
  };

export const expect = base.extend({
  toBeVisible: is('visible', (part) => part.find().some(isSeen)),
  toBeHidden: is('hidden', (part) => !part.find().some(isSeen)),
  toBeDisabled: is('disabled', (part) => isDisabled(part.one())),
  toBeEnabled: is('enabled', (part) => !isDisabled(part.one())),
  toBeChecked: (part: PlainPart, { checked = true } = {}) =>
    is('checked', () => (part.one().attribs.checked !== undefined) === checked)(part),
  toHaveCount: (part: PlainPart, count: number) =>
    is(`${part.find().length}, not ${count}`, () => part.find().length === count)(part),
  toHaveText: texts(true),
  toContainText: texts(false),
  toHaveValue: compares((part) => contentOf(part.one())),
  toHaveAccessibleDescription: compares((part) => descriptionOf(part.one(), part.page.dom)),
  toHaveAttribute: (part: PlainPart, name: string, value?: Words) =>
    is(`${name} ${value ?? ''}, ${part.one().attribs[name]}`, () => {
      const own = part.one().attribs[name];
      return own !== undefined && (value === undefined || fits(own, value, true));
    })(part),
  toHaveURL: (page: PlainPage, wanted: Words): Result => {
    const url = typeof wanted === 'string' ? new URL(wanted, page.url()).href : wanted;
    return {
      pass: fits(page.url(), url, true),
      message: () => `is at ${page.url()}, not ${url}:\n${page.words().slice(0, 2000)}`,
    };
  },
});
