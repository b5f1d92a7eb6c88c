/** Faults that no page may have, whatever its journey is about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { NodeResult, RunOptions } from 'axe-core';

/** Chromium's own line about a failed response; the response itself decides whether that is a fault. */
const ABOUT_A_STATUS = /^Failed to load resource: the server responded with a status of/;
/** Under `npm run test:at` Playwright injects its clock into every frame; a frame without scripts refuses it. */
const ABOUT_THE_CLOCK = /^Blocked script execution in '[^']*' because the document's frame is sandboxed/;
const WITHOUT_NETWORK = 'net::ERR_INTERNET_DISCONNECTED';
/**
 * Besides the network's own: the router's message when it reloads a page whose scripts fail to load, and the browser's
 * about a service worker that it cannot fetch.
 */
const ABOUT_THE_NETWORK =
  /net::ERR_INTERNET_DISCONNECTED|Error loading route module|Failed to fetch dynamically imported module|unknown error occurred when fetching the script/;
const parts = new Set(['script', 'stylesheet', 'font', 'image', 'media', 'manifest']);

/**
 * Collects, from every page of this context: console errors, exceptions, violations of the content security policy,
 * responses of 500 and above, and our files that failed to load. In an `outage` 503 is right; with `losesNetwork`
 * responses may fail for a while.
 */
export async function watch(
  context: BrowserContext,
  origin: string,
  { outage = false, losesNetwork = false }: { outage?: boolean; losesNetwork?: boolean } = {},
): Promise<string[]> {
  const troubles: string[] = [];
  const ours = (url: string) => url.startsWith(`${origin}/`);

  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} forbids ${event.blockedURI} (${event.sourceFile})`),
    );
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || ABOUT_A_STATUS.test(message.text())) return;
    if (losesNetwork && ABOUT_THE_NETWORK.test(message.text())) return;
    if (process.env.FAKETIME && ABOUT_THE_CLOCK.test(message.text())) return;
    troubles.push(`console at ${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    // The router never catches what it is still reading of an answer when the next navigation aborts it.
    if (error.error().name === 'AbortError') return;
    troubles.push(`exception at ${error.page()?.url()}: ${error.error().stack}`);
  });
  context.on('response', (response) => {
    if (!ours(response.url())) return;
    const isPart = parts.has(response.request().resourceType());
    if (outage && response.status() === 503) return;
    // The service worker's words in place of a page.
    if (losesNetwork && response.fromServiceWorker()) return;
    if (response.status() >= 500 || (isPart && response.status() >= 400)) {
      troubles.push(`${response.status()} from ${response.request().method()} ${response.url()}`);
    }
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no answer';
    // Leaving a page aborts its open requests; a browser without scripts refuses them as 'csp'. Blocks by our own
    // policy are in the console.
    if (!ours(request.url()) || reason === 'net::ERR_ABORTED' || reason === 'csp') return;
    if (losesNetwork && reason === WITHOUT_NETWORK) return;
    troubles.push(`${reason} for ${request.url()}`);
  });
  return troubles;
}

/** Without its comments: each page that axe runs in must receive it and parse it. */
const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: Pick<NodeResult, 'target' | 'failureSummary'>[] };

/**
 * Runs axe in the page. Frames are skipped: ours allow no scripts, which axe needs. Describing passes takes a third
 * of the time, and no test reads it.
 */
async function violationsOf(page: Page, options: RunOptions): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async (wanted) => {
      // Elements that fade in or change theme do not have their final colors yet. Asks the clock: without a new frame
      // Chromium never settles `finished` of a transition that has ended.
      const isChanging = (each: Animation) =>
        each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity;
      while (document.getAnimations().some(isChanging)) await new Promise((over) => setTimeout(over, 20));
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, wanted);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
      }));
    },
    { ...options, iframes: false, resultTypes: ['violations' as const] },
  );
}

/** All of axe's rules, WCAG 2.2 AA and best practices, on the page as it is now, without those in `except`. */
export async function expectAccessible(page: Page, except: string[] = []): Promise<void> {
  const violations = await violationsOf(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  });
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  );
  expect(found, `axe at ${page.url()}, ${page.viewportSize()?.width} px wide`).toEqual([]);
}

/** Only axe's contrast rule, at AAA: the one that another theme can break. */
export async function expectContrast(page: Page): Promise<void> {
  const violations = await violationsOf(page, {
    runOnly: { type: 'rule', values: ['color-contrast-enhanced', 'link-in-text-block'] },
  });
  const found = violations.flatMap(({ nodes }) =>
    nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  );
  expect(found, `contrast at ${page.url()}`).toEqual([]);
}

/** Reading must not need sideways scrolling. A page that is still changing its layout gets a moment. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect(async () => {
    const { wide, culprits } = await page.evaluate(beyondTheEdge);
    const width = page.viewportSize()?.width;
    expect(wide > 0 ? culprits : [], `${page.url()} at ${width} px is ${wide} px too wide`).toEqual([]);
  }).toPass({ timeout: 5000 });
}

/** From the narrowest phone to a wide screen. */
const WIDTHS = [360, 390, 768, 1024, 1440];

/** The page has a title, one first heading and one main part. */
export async function expectLandmarks(page: Page): Promise<void> {
  // In one look: three locators cost a page a twentieth more.
  const seen = () =>
    page.evaluate(() => {
      const count = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((each) =>
          each.checkVisibility({ visibilityProperty: true }),
        ).length;
      return { hasTitle: /\S/.test(document.title), headings: count('h1'), mains: count('main') };
    });
  await expect
    .poll(seen, { message: `landmarks of ${page.url()}`, intervals: [50, 100, 250, 1000] })
    .toEqual({ hasTitle: true, headings: 1, mains: 1 });
}

/**
 * The page has its landmarks, and fits every width. A width changes only style, so axe runs once, or at each width
 * where the layout changes.
 */
export async function expectWellMade(page: Page, axeAt: readonly number[] = [360]): Promise<void> {
  await expectLandmarks(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (axeAt.includes(width)) await expectAccessible(page);
  }
}

/** A phone, a tablet and a desk. */
const USUAL_WIDTHS = [390, 768, 1440];

/** The page fits these widths. Where every-page.long runs axe on the same state, this is all that is left to check. */
export async function expectNoSidewaysScrollAt(
  page: Page,
  widths: readonly number[] = USUAL_WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
}

/** The page fits these widths. A width changes only style, so axe runs at the first of them. */
export async function expectFits(page: Page, widths: readonly number[] = USUAL_WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (width === widths[0]) await expectAccessible(page);
  }
}

/**
 * The number of pixels by which the page is too wide, and the elements that stick out, without those in a scrolling
 * part.
 */
function beyondTheEdge() {
  const width = document.documentElement.clientWidth;
  const slides = (element: Element): boolean =>
    element.parentElement !== null &&
    element.parentElement !== document.body &&
    (getComputedStyle(element.parentElement).overflowX !== 'visible' || slides(element.parentElement));
  const beyond = [...document.querySelectorAll('body *')].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > width + 1 && !slides(element);
  });
  return {
    wide: document.documentElement.scrollWidth - width,
    culprits: ['the page', ...beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))],
  };
}

/** Controls are whole: none of their text ends outside of them or of the screen. */
export async function expectNothingCut(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  const cut = () => page.evaluate(cutControls);
  await expect.poll(cut, { message: `${page.url()} at ${width} px cuts`, timeout: 5000 }).toEqual([]);
}

/**
 * Words and figures are whole: none is broken inside, unless it is an address or a code, or longer than a line of the
 * page.
 */
export async function expectWholeWords(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  const broken = () => page.evaluate(brokenWords);
  await expect
    .poll(broken, {
      message: `${page.url()} at ${width} px breaks`,
      timeout: 5000,
    })
    .toEqual([]);
}

function brokenWords(): string[] {
  const found = new Set<string>();
  // An amount, a day or a time by itself; longer digits are a code.
  const words = /(?<!\S)[(“‘−-]?\$?\d[\d,.:]*%?(?=[)”’;]*(?:\s|$))|[\p{L}’']{2,}/gu;
  const measure = document.createElement('canvas').getContext('2d');
  const line = document.documentElement.clientWidth * 0.85;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('.sr-only, [popover]:not(:popover-open), svg, pre, code')) continue;
    const style = getComputedStyle(parent);
    // Text for screen readers only is clipped to a pixel; a column that other columns leave no width is not clipped.
    if (parent.offsetWidth <= 1 && style.overflow === 'hidden') continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(words)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      );
      if (tops.size < 2 || !measure) continue;
      measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      // An address or a code has no spaces to break at.
      const whole =
        (text.nodeValue ?? '')
          .slice(0, index + word.length)
          .split(/\s/)
          .at(-1) ?? '';
      const rest = (text.nodeValue ?? '').slice(index + word.length).split(/\s/)[0] ?? '';
      const isCode = /\d/.test(word)
        ? /\d{7}/.test(word)
        : /[@/._\d]/.test((whole + rest).replace(/[.,:;]$/, ''));
      if (isCode || measure.measureText(word).width > line) continue;
      found.add(
        `${word} in ${parent.localName}.${parent.className}: ${parent.textContent?.trim().slice(0, 40)}`,
      );
    }
  }
  return [...found];
}

/** What stays at an edge of the screen while the page scrolls, messages included, covers at most a third of it. */
export async function expectSmallBars(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  const covered = () => page.evaluate(largeBars);
  await expect
    .poll(covered, {
      message: `${page.url()} at ${width} px covers`,
      timeout: 5000,
    })
    .toEqual([]);
}

function largeBars(): string[] {
  const bars = [...document.querySelectorAll('body *')].filter((element) => {
    const { position, top, bottom } = getComputedStyle(element);
    if (position !== 'fixed' && (position !== 'sticky' || (top === 'auto' && bottom === 'auto')))
      return false;
    const box = element.getBoundingClientRect();
    if (box.bottom <= 0 || box.top >= innerHeight || element.closest('dialog, [popover]:not(.toasts)'))
      return false;
    return element.checkVisibility({ visibilityProperty: true });
  });
  const heights = bars.map((bar) => Math.min(innerHeight, bar.getBoundingClientRect().height));
  const covered = heights.reduce((sum, height) => sum + height, 0);
  return covered > innerHeight / 3
    ? bars.map((bar, at) => `${Math.round(heights[at] ?? 0)} px by ${bar.outerHTML.slice(0, 120)}`)
    : [];
}

/**
 * Icons grow with the text: one sized in pixels is as wide as its own attribute, whatever the text size. For a page
 * with larger text.
 */
export async function expectIconsGrown(page: Page): Promise<void> {
  const left = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('svg.lucide')]
        .filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
        .filter((icon) => icon.getBoundingClientRect().width === Number(icon.getAttribute('width')))
        .map((icon) => `${icon.getAttribute('class')} in ${icon.parentElement?.textContent.trim()}`),
    );
  await expect.poll(left, { message: `${page.url()} leaves small`, timeout: 5000 }).toEqual([]);
}

function cutControls(): string[] {
  const slides = (element: Element): boolean =>
    element.parentElement !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element.parentElement).overflowX) ||
      slides(element.parentElement));
  const wordsOf = (control: Element): DOMRect[] => {
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    const rects: DOMRect[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      // Text for screen readers only is a pixel wide.
      if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      rects.push(...range.getClientRects());
    }
    return rects;
  };
  return [...document.querySelectorAll('button, .button, summary, label[for]')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !slides(control))
    .filter((control) => {
      const edge = Math.min(control.getBoundingClientRect().right, document.documentElement.clientWidth) + 2;
      return wordsOf(control).some((words) => words.right > edge || words.left < -2);
    })
    .map((control) => control.outerHTML.slice(0, 200));
}
