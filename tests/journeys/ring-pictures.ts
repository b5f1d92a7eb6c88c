/**
 * Checks focus rings in pictures: the difference between a picture with the ring and one without is the ring. At each
 * Tab stop at least 3 px show on every side, whatever might hide it: a clipping parent, a covering neighbor, a
 * similar background.
 */
import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';

/** The ring's least width on every side; in pixels. */
const LEAST = 3;
/** Differences of one channel up to this are rendering noise. */
const NOISE = 12;
/** The area around the focused element; a ring is never further away. */
const MARGIN = 12;

type Clip = { x: number; y: number; width: number; height: number };
type Stop = { name: string; clip: Clip; sides: { level: boolean; upright: boolean } };

/**
 * The picture to take at this stop; null for a link over several lines, whose ring has no four sides; undefined at
 * the end of the part.
 */
function stopHere([scope, margin]: [string, number]): Stop | null | undefined {
  const focused = document.activeElement;
  if (!focused?.closest(scope) || focused === document.body || !document.hasFocus()) return undefined;
  if (focused.getClientRects().length > 1) return null;
  const labels = focused.id ? [...document.querySelectorAll(`label[for="${CSS.escape(focused.id)}"]`)] : [];
  const label = labels.find((each) => getComputedStyle(each).outlineStyle !== 'none') ?? null;
  const isOnCard = getComputedStyle(focused, '::after').outlineStyle !== 'none';
  const owner = (isOnCard && focused.closest('article')) || label || focused;
  const { left, top, right, bottom, width, height } = owner.getBoundingClientRect();
  const x = Math.max(0, Math.floor(left - margin));
  const y = Math.max(0, Math.floor(top - margin));
  // Pictures are cut from the document, not from the window.
  const clip = {
    x: x + scrollX,
    y: y + scrollY,
    width: Math.min(innerWidth, Math.ceil(right + margin)) - x,
    height: Math.min(innerHeight, Math.ceil(bottom + margin)) - y,
  };
  const words = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40);
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const room =
    innerHeight - (Number.parseFloat(scrollPaddingTop) || 0) - (Number.parseFloat(scrollPaddingBottom) || 0);
  return {
    name: `${focused.localName}.${String(focused.getAttribute('class')).slice(0, 40)} “${words}”`,
    clip,
    // An element that fills the window has no room for its ring at those sides.
    sides: { level: width + 2 * margin <= innerWidth, upright: height + 2 * margin <= room },
  };
}

async function pixels(session: CDPSession, clip: Clip) {
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { ...clip, scale: 1 },
    captureBeyondViewport: false,
    optimizeForSpeed: true,
  });
  return sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

const settle = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** The sides on which less than 3 px of the ring show. */
async function missingSides(page: Page, session: CDPSession, { clip, sides }: Stop): Promise<string[]> {
  await page.evaluate(settle);
  const ringed = await pixels(session, clip);
  await page.evaluate(() => document.documentElement.setAttribute('data-ringless', ''));
  await page.evaluate(settle);
  const bare = await pixels(session, clip);
  await page.evaluate(() => document.documentElement.removeAttribute('data-ringless'));
  const { width, height, channels } = ringed.info;
  const isRing = (x: number, y: number) => {
    const at = (y * width + x) * channels;
    for (let channel = 0; channel < channels; channel++)
      if (Math.abs((ringed.data[at + channel] ?? 0) - (bare.data[at + channel] ?? 0)) > NOISE) return true;
    return false;
  };
  /** The longest run of ring from an edge of the picture to its middle, at the best of some lines across that side. */
  const thickness = (across: number, along: number, test: (depth: number, line: number) => boolean) => {
    let most = Number.POSITIVE_INFINITY;
    for (const part of [0.35, 0.5, 0.65]) {
      let longest = 0;
      let run = 0;
      for (let depth = 0; depth < Math.ceil(across / 2); depth++) {
        run = test(depth, Math.floor(along * part)) ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
      most = Math.min(most, longest);
    }
    return most;
  };
  const found = {
    left: sides.level ? thickness(width, height, (x, y) => isRing(x, y)) : LEAST,
    right: sides.level ? thickness(width, height, (x, y) => isRing(width - 1 - x, y)) : LEAST,
    top: sides.upright ? thickness(height, width, (y, x) => isRing(x, y)) : LEAST,
    bottom: sides.upright ? thickness(height, width, (y, x) => isRing(x, height - 1 - y)) : LEAST,
  };
  return Object.entries(found).flatMap(([side, shown]) => (shown < LEAST ? [`${side} ${shown} px`] : []));
}

/** Tabs through the part of the page; returns the number of rings pictured, and the faulty ones. */
export async function pictureRings(
  page: Page,
  scope: string,
  most = 400,
): Promise<{ pictured: number; faults: string[] }> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    // A style sheet added by script is no inline style, which the shop's policy blocks.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `[data-ringless] *, [data-ringless] *::before, [data-ringless] *::after { outline-color: transparent !important }
       *, *::before, *::after { caret-color: transparent !important; transition: none !important; animation: none !important }`,
    );
    document.adoptedStyleSheets.push(sheet);
  });
  const faults: string[] = [];
  let pictured = 0;
  for (let stops = 0; stops < most; stops++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopHere, [scope, MARGIN] as [string, number]);
    if (stop === undefined) break;
    if (stop === null) continue;
    let missing = await missingSides(page, session, stop);
    // The browser may still be scrolling.
    if (missing.length > 0) {
      const again = await page.evaluate(stopHere, [scope, MARGIN] as [string, number]);
      if (again) missing = await missingSides(page, session, again);
    }
    pictured += 1;
    if (missing.length > 0) faults.push(`${stop.name}: ${missing.join(', ')}`);
  }
  await session.detach();
  return { pictured, faults };
}

/** Puts the focus before the first stop of the page's own part. */
export async function beginAtMain(page: Page): Promise<void> {
  await page.locator('main').evaluate((main) => {
    main.tabIndex = -1;
    main.focus();
  });
}
