/**
 * Every form of every page, pressed while its request is lost: found on the rendered pages, so that a new form is covered
 * without being listed here. No request arrives, so nothing is changed, and every press can be repeated.
 */
import type { Page, Route } from '@playwright/test';
import { aThirdOf, everyPage, type PageToSee } from './every-page.ts';
import { untilStaying } from './no-signal-steps.ts';
import { makeAll } from './page-faults.ts';
import type { Shop } from './shop.ts';
import { fillCart, visit } from './steps.ts';
import type { OpenBrowser } from './support.ts';

type Found = Map<string, { form: HTMLFormElement; button: HTMLButtonElement | null }>;

/** What the page shows after a press. */
type Seen = { isSame: boolean; url: string; changed: string[]; said: string; offers: boolean };

/**
 * Finds every button that sends a form of this page; forms of dialogs and menus that are closed, too. Returns what tells
 * each from the same one on another page.
 */
function findPresses(): string[] {
  const found: Found = new Map();
  const withoutScripts = '[class~="hidden"][class*="noscript:"]';
  for (const form of document.forms) {
    if (form.method === 'dialog' || form.closest(withoutScripts)) continue;
    const buttons = [...form.elements].filter(
      (each): each is HTMLButtonElement =>
        each instanceof HTMLButtonElement &&
        each.type === 'submit' &&
        !each.disabled &&
        !each.ariaDisabled &&
        !each.closest(withoutScripts),
    );
    const fields = [...new Set([...form.elements].map((each) => each.getAttribute('name') ?? ''))];
    for (const button of buttons.length > 0 ? buttons : [null]) {
      const action = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
      const words = (button?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      const value = button?.name === 'intent' ? button.value : '';
      const name = `${action.replaceAll(/ORD\d+|[0-9a-f-]{36}|\d+/g, '1')} ${fields.join(' ')} ${value || words}`;
      if (!found.has(name)) found.set(name, { form, button });
    }
  }
  Object.assign(window, { found });
  return [...found.keys()];
}

/** What was said of the last press. */
function closeMessages(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.toast [aria-label="Close message"]'))
    button.click();
}

/** Types into every field of the form, marks the document, and presses. Returns false if the form is no longer shown. */
function typeAndPress(name: string): boolean {
  const { form, button } = (window as unknown as { found: Found }).found.get(name) ?? {};
  if (!form?.isConnected) return false;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  for (let around = form.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true;
    if (around instanceof HTMLDialogElement) around.showModal();
    if (around.popover && !around.matches(':popover-open')) around.showPopover();
  }
  const dates: Record<string, string> = {
    date: '2031-05-06',
    time: '10:30',
    'datetime-local': '2031-05-06T10:30',
    month: '2031-05',
    number: '2',
    email: 'typed@example.com',
    tel: '5185550123',
    url: 'https://example.com',
  };
  const kinds = /^(textarea|text|search|password|number|email|tel|url|date|time|datetime-local|month)$/;
  const typed: [HTMLInputElement | HTMLTextAreaElement, string][] = [];
  const rows: HTMLInputElement[] = [];
  for (const field of form.elements) {
    // The rows that a list's action is for.
    if (field instanceof HTMLInputElement && field.type === 'checkbox' && field.name === 'ids') {
      if (!field.checked && rows.push(field) <= 2) field.click();
      continue;
    }
    if (!(field instanceof HTMLTextAreaElement) && !(field instanceof HTMLInputElement)) continue;
    // A scanned license goes with each reading.
    if (field.name === 'barcode' || field.readOnly || field.disabled || !kinds.test(field.type)) continue;
    const value = dates[field.type] ?? 'Typed 12';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    typed.push([field, field.value]);
  }
  const pressed = { form, dialog: form.closest('dialog') };
  Object.assign(window, { typed, pressed, ticked: rows.filter(({ checked }) => checked) });
  // Only the browser's own checks of fields that cannot be filled here would stop it.
  form.noValidate = true;
  if (button) button.click();
  else form.requestSubmit();
  return true;
}

function look(): Seen {
  const { typed, ticked, pressed } = window as unknown as {
    typed?: [HTMLInputElement, string][];
    ticked?: HTMLInputElement[];
    pressed?: { form: HTMLFormElement; dialog: HTMLDialogElement | null };
  };
  const changed = (typed ?? [])
    .filter(([field, value]) => !field.isConnected || field.value !== value)
    .map(
      ([field, value]) => `${field.name} “${value}” ${field.isConnected ? `is “${field.value}”` : 'is gone'}`,
    );
  for (const { checked, value } of ticked ?? []) if (!checked) changed.push(`row ${value} is not selected`);
  if (pressed?.dialog?.open === false) changed.push('the dialog is closed');
  const messages = [...document.querySelectorAll('.toast, [role="alert"]')].filter((each) =>
    each.checkVisibility(),
  );
  return {
    isSame: typed !== undefined,
    url: location.href,
    changed,
    said: messages.map((each) => each.textContent ?? '').join(' | '),
    offers: messages.some((each) => /again/i.test(each.textContent ?? '')),
  };
}

/** A network that loses everything that a form asks for. */
async function loseRequests(page: Page): Promise<{ sent: string[]; stop(): Promise<void> }> {
  const sent: string[] = [];
  const lose = async (route: Route) => {
    const request = route.request();
    const isOfForm =
      request.method() !== 'GET' ||
      request.isNavigationRequest() ||
      /\.data(\?|$)|\/healthz$/.test(request.url());
    // What the browser sends by itself is no press.
    if (!isOfForm || /\/(api|live|counter\/(copy|tablet))\b/.test(request.url())) return route.fallback();
    // A boundary differs from press to press.
    const body = (request.postData() ?? '').replaceAll(/-{4,}\w+/g, '--');
    sent.push(`${request.method()} ${request.url()} ${body}`);
    await route.abort('internetdisconnected');
  };
  await page.route('**/*', lose);
  return { sent, stop: () => page.unroute('**/*', lose) };
}

/** The tablet answers these itself, and shows what waits (counter-offline.journey). */
const ofTablet = /\/counter(\/orders\/[^?]+)?(\?|$)/;

/** Milliseconds that a page may take to say that a press is lost. */
const SAYS_WITHIN_MS = 4000;

async function until<T>(read: () => Promise<T>, isRight: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + SAYS_WITHIN_MS;
  for (;;) {
    const seen = await read();
    if (isRight(seen) || Date.now() > end) return seen;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const GONE: Seen = { isSame: false, url: '', changed: [], said: '', offers: false };

async function faultsOfPress(page: Page, press: string, sent: string[]): Promise<string[]> {
  sent.length = 0;
  const url = page.url();
  const found: string[] = [];
  await page.evaluate(closeMessages);
  await until(
    () => page.locator('.toast').count(),
    (count) => count === 0,
  );
  if (!(await page.evaluate(typeAndPress, press))) return [];
  const seen = await until(
    () => page.evaluate(look).catch(() => GONE),
    // A dialog that closed as its form was sent opens again.
    ({ isSame, offers, changed }) => !isSame || (offers && changed.length === 0),
  );
  // What a form does in the browser alone asks for nothing.
  if (sent.length === 0 && seen.isSame && seen.changed.length === 0) return [];
  if (!seen.isSame) return ['another document took the place of the page'];
  if (ofTablet.test(url)) return [];
  if (seen.url !== url) found.push(`the address is ${seen.url}`);
  if (seen.changed.length > 0) found.push(`what was typed changed: ${seen.changed.join(', ')}`);
  const { pathname } = new URL(url);
  // What is shown stays when the same list loads again; what a page itself refuses was not sent.
  const isOwnAnswer =
    sent.every((each) => each.startsWith(`GET ${new URL(pathname, url).href}`)) || seen.said;
  if (!seen.offers && !isOwnAnswer) found.push('does not offer the press again');
  const first = sent.find((each) => each.startsWith('POST'));
  const again = page.locator('.toast').getByRole('button', { name: 'Try again' });
  const own = page.locator('form:focus-within').getByRole('button', { name: 'Try again' });
  if (first && seen.offers && (await again.or(own).count()) > 0) {
    sent.length = 0;
    // Playwright's click waits for a still page, and a busy machine draws too few frames.
    await again
      .or(own)
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await until(
      async () => sent.length,
      (count) => count > 0,
    );
    await until(
      () => page.locator('.toast').count(),
      (count) => count > 0,
    );
    const second = sent.find((each) => each.startsWith('POST'));
    if (second !== first) found.push(`pressed again it sends ${second}, at first ${first}`);
  }
  return found;
}

/**
 * The faults of the forms of some pages, as text, and how many presses there were.
 * @param share of the pages' presses: every sixth, or all
 */
export async function faultsOfForms(
  openBrowser: OpenBrowser,
  shop: Shop,
  { part, parts, isWhole }: { part: number; parts: number; isWhole: boolean },
): Promise<{ found: string[]; presses: number }> {
  const browsers = { guest: await openBrowser(), customer: await openBrowser(), admin: await openBrowser() };
  await shop.signIn(browsers.admin, await shop.person({ role: 'admin' }));
  const headers = { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' };
  const shown = await makeAll(shop, (path, form) => browsers.admin.request.post(path, { form, headers }));
  await shop.signIn(browsers.customer, shown.owner);
  const found: string[] = [];
  let presses = 0;
  const wanted = (isWhole ? everyPage(shown) : aThirdOf(everyPage(shown))).filter(
    ({ standsAlone, gated }) => !standsAlone && !gated,
  );
  const pages = wanted.filter((_, at) => at % parts === part);
  const known = new Set<string>();
  for (const who of ['guest', 'customer', 'admin'] as const) {
    const page = await browsers[who].newPage();
    for (const each of pages.filter((one) => one.who === who)) {
      if (each.cart) await fillCart(page, each.cart);
      await open(page, each);
      const all = await page.evaluate(findPresses);
      const fresh = all.filter((name) => !known.has(`${who} ${name}`));
      for (const name of fresh) known.add(`${who} ${name}`);
      if (fresh.length === 0) continue;
      let lost = await loseRequests(page);
      for (const press of fresh) {
        presses += 1;
        const faults = await faultsOfPress(page, press, lost.sent);
        found.push(...faults.map((fault) => `${who} ${each.path}: “${press}”: ${fault}`));
        if (faults.length === 0) continue;
        // The next form is pressed on the page as it was.
        await lost.stop();
        await open(page, each);
        await page.evaluate(findPresses);
        lost = await loseRequests(page);
      }
      await lost.stop();
    }
    await page.close();
  }
  return { found, presses };
}

async function open(page: Page, { path }: PageToSee): Promise<void> {
  await visit(page, path);
  await untilStaying(page);
}
