/**
 * The demo store, and every form of its pages pressed with an ended session: the person signs in again and is back on
 * the page with what they typed. The list comes from the pages themselves.
 */
import { expect } from 'vitest';
import { isStorable } from '#core/identity/sessions/pressed-form.server.ts';
import { demoSignInEmails } from '#seed/demo-sign-ins.ts';
import { everyPage, type PageToSee, type Shown } from '#tests/journeys/every-page.ts';
import { closest, type Element, isDisabled, isSeen, words } from '#tests/journeys/plain-dom.ts';
import { contentOf, entriesOf, fill, formOf, wayOf } from '#tests/journeys/plain-form.ts';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { isSubmit } from '#tests/support/attack-forms.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { demoPerson, demoStore } from '#tests/support/demo-store.ts';
import { signedIn } from '#tests/support/people.ts';

const PASSWORD = 'river-otter-again-417';
let fresh: FreshDatabase;
let app: Application;
let shown: Shown;

export async function openDemoShop(): Promise<void> {
  fresh = await freshDatabase();
  app = await startApplication({
    ...{
      NODE_ENV: 'production',
      DEMO_STORE: 'yes',
      DATABASE_URL: fresh.url,
      TRUSTED_PROXIES: '127.0.0.0/8,::1',
    },
    ...{ DEMO_CUSTOMER_PASSWORD: PASSWORD, DEMO_ADMIN_PASSWORD: PASSWORD },
  });
  shown = await demoStore(fresh.db);
}

export async function stopDemoShop(): Promise<void> {
  await app?.stop();
  await fresh?.stop();
}

/** Forms that cannot be brought back, by their target, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/sign-out': 'ends the session itself',
  '/login': 'signs in',
  '/security/confirm': 'is a way to sign in',
  '/counter/switch': 'is how a shared tablet signs people in',
  '/counter/switch/share': 'signs out',
  '/age-gate': 'needs no session',
  '/cart': 'a guest has a cart too',
  '/security': 'signs out the other sessions, which a new sign-in has not',
};

/** Pages whose forms are left out, and why. */
const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {
  '/notifications/preferences': 'switches save themselves: one that was not saved is not repeated',
};

type Who = 'customer' | 'admin';
export type FormToPress = { page: PageToSee; at: number; key: string };

let visitors = 0;
function aVisitor(page: PageToSee): PlainPage {
  visitors += 1;
  const own = { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors & 255}` };
  const jar = new Map([['age_verified', '1']]);
  if (page.cart) jar.set('cart', `${page.cart.product}:${page.cart.quantity}`);
  return new PlainPage(app.origin, own, jar);
}

async function enter(visitor: PlainPage, who: Who): Promise<void> {
  const cookie = await signedIn(fresh.db, await demoPerson(fresh.db, who));
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await visitor.addCookies([{ name, value }]);
}

/** From another device. */
async function signOutEverywhere(who: Who): Promise<void> {
  const other = new PlainPage(app.origin, { 'x-forwarded-for': '10.2.0.1' });
  await enter(other, who);
  await other.post('/security', { intent: 'end-other-sessions' });
}

/** The buttons that send a form of the page to us, and a name for each kind of form. */
function buttonsOf(visitor: PlainPage, path: string): { button: Element; form: Element; key: string }[] {
  return visitor.dom.elements.flatMap((button) => {
    const form = isSubmit(button) ? formOf(button, visitor.dom) : null;
    if (!form || isDisabled(button)) return [];
    const { method, action, isMultipart } = wayOf(form, button);
    const target = new URL(action || path, app.origin).pathname;
    const names = [...entriesOf(form, button, visitor.dom, new Map()).keys()].filter(
      (name) => name !== 'key',
    );
    const key = `${target.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '0')} ${[...new Set(names)]} ${button.attribs.value ?? ''}`;
    return method === 'post' && !isMultipart && !(target in LEFT_OUT) ? [{ button, form, key }] : [];
  });
}

/** Each kind of form of every page, once. */
async function everyForm(): Promise<FormToPress[]> {
  const found = new Map<string, FormToPress>();
  for (const page of everyPage(shown)) {
    if (page.who === 'guest' || page.standsAlone || page.path in PAGES_LEFT_OUT) continue;
    const visitor = aVisitor(page);
    await enter(visitor, page.who);
    await visitor.goto(page.path);
    const path = new URL(visitor.url()).pathname;
    for (const [at, { key }] of buttonsOf(visitor, path).entries())
      if (!found.has(key)) found.set(key, { page, at, key });
  }
  return [...found.values()];
}

const TYPED = new Set(['text', 'search', 'textarea', '']);
const isTyped = ({ name, attribs }: Element) =>
  (name === 'textarea' || (name === 'input' && TYPED.has(attribs.type ?? ''))) &&
  attribs.name !== undefined &&
  isStorable(attribs.name) &&
  attribs.readonly === undefined;

const textsOf = (visitor: PlainPage, form: Element): Element[] =>
  visitor.dom.elements.filter(
    (each) => isTyped(each) && !isDisabled(each) && formOf(each, visitor.dom) === form,
  );

/** Presses the form; returns what is wrong afterwards. */
async function pressEnded({ page, at, key }: FormToPress): Promise<string[]> {
  const who = page.who as Who;
  const visitor = aVisitor(page);
  const email = demoSignInEmails[who];
  await visitor.goto(`/login${who === 'admin' ? '?mode=admin' : ''}`);
  await signIn(visitor, email);
  await visitor.goto(page.path);
  const opened = visitor.url();
  const chosen = buttonsOf(visitor, new URL(opened).pathname)[at];
  if (!chosen) return [`${key}: the form is gone`];
  const typed = textsOf(visitor, chosen.form).map((field, number) => {
    fill(field, `Typed ${number}`);
    return { name: field.attribs.name ?? '', value: `Typed ${number}` };
  });
  await signOutEverywhere(who);
  await visitor.press(chosen.button, key);
  if (!new URL(visitor.url()).pathname.startsWith('/login'))
    return [`${key}: leads to ${visitor.url()}, not to the sign-in`];
  await signIn(visitor, email);
  const wrong: string[] = [];
  if (visitor.url() !== opened) wrong.push(`${key}: is back at ${visitor.url()}, not ${opened}`);
  if (!visitor.dom.elements.some((each) => isNotice(each))) wrong.push(`${key}: says nothing`);
  for (const { name, value } of typed) {
    const fields = visitor.dom.elements.filter((each) => each.attribs.name === name && isTyped(each));
    if (!fields.some((field) => contentOf(field) === value)) wrong.push(`${key}: lost ${name}`);
  }
  return wrong;
}

const isNotice = (element: Element) =>
  isSeen(element) &&
  words(element) === 'You were signed out. Check and press again.' &&
  closest(element, ({ name }) => name === 'body') !== null;

async function signIn(visitor: PlainPage, email: string): Promise<void> {
  const main = visitor.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Every nth form is brought back. */
export async function pressEveryNth(nth: number): Promise<void> {
  const forms = await everyForm();
  expect(forms.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const form of forms.filter((_, at) => at % nth === 0)) wrong.push(...(await pressEnded(form)));
  expect(wrong).toEqual([]);
}
