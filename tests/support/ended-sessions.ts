/**
 * The demo store, and every form and file of its pages pressed with an ended or an old session: the person signs in
 * again, or confirms who they are, and is back on the page with what they typed. The list comes from the pages
 * themselves.
 */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { isStorable, PRESS_AGAIN } from '#core/accounts/identity/sessions/pressed-form.server.ts';
import { newSessionToken } from '#core/accounts/identity/sessions/session-cookie.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { sessions } from '#db/schema/identity.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { demoSignInEmails } from '#seed/demo-sign-ins.ts';
import { aThirdOf, everyPage, type PageToSee, type Shown } from '#tests/journeys/every-page.ts';
import { closest, type Element, isDisabled, isSeen, words } from '#tests/journeys/plain-dom.ts';
import { contentOf, entriesOf, fill, formOf, wayOf } from '#tests/journeys/plain-form.ts';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { isSubmit } from '#tests/support/attack-forms.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { demoPerson, demoStore } from '#tests/support/demo-store.ts';
import { signedIn } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';

export const PASSWORD = 'river-otter-again-417';
let fresh: FreshDatabase;
let app: Application;
let shown: Shown;

/** What the demo shop has, for those who press in it. */
export const demoShop = () => ({ db: fresh.db, shown });

/** @param more settings of the machine */
export async function openDemoShop(more: Record<string, string> = {}): Promise<void> {
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  fresh = await freshDatabase();
  app = await startApplication({
    ...{
      NODE_ENV: 'production',
      DEMO_STORE: 'yes',
      DATABASE_URL: fresh.url,
      TRUSTED_PROXIES: '127.0.0.0/8,::1',
    },
    ...{ DEMO_CUSTOMER_PASSWORD: PASSWORD, DEMO_ADMIN_PASSWORD: PASSWORD },
    ...more,
  });
  shown = await demoStore(fresh.db);
}

export async function stopDemoShop(): Promise<void> {
  await app?.stop();
  await fresh?.stop();
}

/** Forms that no sign-in brings back, by their target, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/sign-out': 'ends the session itself',
  '/login': 'signs in',
  '/security/confirm': 'is a way to sign in',
  '/counter/switch': 'is how a shared tablet signs people in',
  '/age-gate': 'needs no session',
};

/** Forms that are done as a guest: what was pressed is not lost. */
const FOR_GUESTS: ReadonlySet<string> = new Set(['/cart']);

/** Pages whose forms are left out, and why. */
const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {
  '/notifications/preferences': 'switches save themselves: one that was not saved is not repeated',
};

/** Visitors who press at the same time. */
const AT_ONCE = 4;

type Who = 'customer' | 'admin';
type Kind = { page: PageToSee; at: number; key: string };

let visitors = 0;
export function aVisitor(page: Pick<PageToSee, 'cart'> = {}): PlainPage {
  visitors += 1;
  const own = { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors & 255}` };
  const jar = new Map([['age_verified', '1']]);
  if (page.cart) jar.set('cart', `${page.cart.product}:${page.cart.quantity}`);
  return new PlainPage(app.origin, own, jar);
}

/** Signs the visitor in; returns the session's token. */
export async function enter(visitor: PlainPage, who: Who | SignedIn): Promise<string> {
  const person = typeof who === 'string' ? await demoPerson(fresh.db, who) : who;
  const token = newSessionToken(person.userId);
  const cookie = await signedIn(fresh.db, person, TEST_SECRET, token);
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await visitor.addCookies([{ name, value }]);
  return token;
}

/** From another device. */
const endSession = (token: string) => fresh.db.delete(sessions).where(eq(sessions.token, token));

export const signInLongAgo = (token: string) =>
  fresh.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '20 minutes'` })
    .where(eq(sessions.token, token));

const pathOf = (visitor: PlainPage) => new URL(visitor.url()).pathname;
const inGeneral = (path: string) =>
  path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '0').replaceAll(/=[^&]*/g, '=');

type Button = { button: Element; form: Element; key: string; target: string };

/** The buttons that send a form of the page to us, and a name for each kind of form. */
function buttonsOf(visitor: PlainPage): Button[] {
  return visitor.dom.elements.flatMap((button) => {
    const form = isSubmit(button) ? formOf(button, visitor.dom) : null;
    if (!form || isDisabled(button)) return [];
    const { method, action, isMultipart } = wayOf(form, button);
    const target = new URL(action || pathOf(visitor), app.origin).pathname;
    const names = [...entriesOf(form, button, visitor.dom, new Map()).keys()].filter(
      (name) => name !== 'key',
    );
    const key = `${inGeneral(target)} ${[...new Set(names)]} ${button.attribs.value ?? ''}`;
    return method === 'post' && !isMultipart && !(target in LEFT_OUT) ? [{ button, form, key, target }] : [];
  });
}

/** The links to what may be a file. */
function linksOf(visitor: PlainPage): { link: Element; key: string }[] {
  return visitor.dom.elements.flatMap((link) => {
    const { href = '' } = link.attribs;
    const isFile = link.name === 'a' && /\/(?:export|report|file|pdf|download)\b|\.pdf\b/.test(href);
    return isFile && href.startsWith('/') ? [{ link, key: inGeneral(href) }] : [];
  });
}

/** Each kind, once, of what signed-in people find on the pages. */
async function everyKind(
  pages: readonly PageToSee[],
  keysOf: (visitor: PlainPage) => { key: string }[],
): Promise<Kind[]> {
  const found = new Map<string, Kind>();
  const wanted = pages.filter(({ who, standsAlone, path }) => {
    return who !== 'guest' && !standsAlone && !(path in PAGES_LEFT_OUT);
  });
  const kinds = await inParallel(wanted, AT_ONCE, async (page) => {
    const visitor = aVisitor(page);
    await enter(visitor, page.who as Who);
    await visitor.goto(page.path);
    return keysOf(visitor).map(({ key }, at) => ({ page, at, key }));
  });
  for (const kind of kinds.flat()) if (!found.has(kind.key)) found.set(kind.key, kind);
  return [...found.values()];
}

const TYPED = new Set(['text', 'search', 'email', 'tel', 'url', '']);
const isTyped = ({ name, attribs }: Element) =>
  (name === 'textarea' || (name === 'input' && TYPED.has(attribs.type ?? ''))) &&
  attribs.name !== undefined &&
  isStorable(attribs.name) &&
  attribs.readonly === undefined;

const textsOf = (visitor: PlainPage, form: Element): Element[] =>
  visitor.dom.elements.filter(
    (each) => isTyped(each) && !isDisabled(each) && formOf(each, visitor.dom) === form,
  );

type Typed = { name: string; value: string };

/** Opens the page and types into the form; null if it is gone. */
async function typeInto({ page, at, key }: Kind) {
  const visitor = aVisitor(page);
  const token = await enter(visitor, page.who as Who);
  await visitor.goto(page.path);
  const opened = visitor.url();
  const found = buttonsOf(visitor);
  const chosen = found[at]?.key === key ? found[at] : found.find((each) => each.key === key);
  if (!chosen) return null;
  const typed = textsOf(visitor, chosen.form).map((field, number): Typed => {
    fill(field, `Typed ${number}`);
    return { name: field.attribs.name ?? '', value: `Typed ${number}` };
  });
  return { visitor, token, opened, chosen, typed };
}

/** What is wrong with the page that the person is back on. */
function wrongOn(
  visitor: PlainPage,
  { key, opened, says }: { key: string; opened: string; says: string },
  typed: readonly Typed[],
) {
  const wrong: string[] = [];
  // Days that were chosen may be in the address.
  if (visitor.url().split('?')[0] !== opened.split('?')[0])
    wrong.push(`${key}: is back at ${visitor.url()}, not ${opened}`);
  if (!visitor.dom.elements.some((each) => isNotice(each, says))) wrong.push(`${key}: does not say ${says}`);
  return [...wrong, ...lost(visitor, key, typed)];
}

const lost = (visitor: PlainPage, key: string, typed: readonly Typed[]) =>
  typed.flatMap(({ name, value }) => {
    const fields = visitor.dom.elements.filter((each) => each.attribs.name === name && isTyped(each));
    return fields.some((field) => contentOf(field) === value) ? [] : [`${key}: lost ${name}`];
  });

export const isNotice = (element: Element, says: string) =>
  isSeen(element) && words(element) === says && closest(element, ({ name }) => name === 'body') !== null;

/** Presses the form with an ended session; returns what is wrong afterwards. */
async function pressEnded(kind: Kind): Promise<string[]> {
  const { page, key } = kind;
  const begun = await typeInto(kind);
  if (!begun) return [`${key}: the form is gone`];
  const { visitor, token, opened, chosen, typed } = begun;
  await endSession(token);
  await visitor.press(chosen.button, key);
  const asks = pathOf(visitor).startsWith('/login');
  if (FOR_GUESTS.has(chosen.target)) return asks ? [`${key}: asks a guest to sign in`] : [];
  if (!asks) return [`${key}: leads to ${visitor.url()}, not to the sign-in`];
  await signIn(visitor, demoSignInEmails[page.who as Who]);
  return wrongOn(visitor, { key, opened, says: PRESS_AGAIN['sign-in'] }, typed);
}

async function signIn(visitor: PlainPage, email: string): Promise<void> {
  const main = visitor.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export const asksWho = (visitor: PlainPage) => /^\/(?:security|admin)\/confirm$/.test(pathOf(visitor));

export async function confirm(visitor: PlainPage): Promise<void> {
  const main = visitor.getByRole('main');
  await main.getByLabel('Password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Continue' }).click();
}

/** What a form or a file that was pressed with an old sign-in led to; null if it does not ask who one is. */
type Asked = { key: string; wrong: string[] } | null;

async function pressOld(kind: Kind): Promise<Asked> {
  const { key } = kind;
  const begun = await typeInto(kind);
  if (!begun) return null;
  const { visitor, token, opened, chosen, typed } = begun;
  await signInLongAgo(token);
  await visitor.press(chosen.button, key);
  if (!asksWho(visitor)) {
    // Some pages ask in words, above the form as it was typed.
    if (!visitor.words().includes(CONFIRM_FIRST)) return null;
    return { key, wrong: lost(visitor, key, typed) };
  }
  await confirm(visitor);
  return { key, wrong: wrongOn(visitor, { key, opened, says: PRESS_AGAIN.confirm }, typed) };
}

async function openOld({ page, at, key }: Kind): Promise<Asked> {
  const visitor = aVisitor(page);
  const token = await enter(visitor, page.who as Who);
  await visitor.goto(page.path);
  const found = linksOf(visitor);
  const { href = '' } = (found[at] ?? found.find((each) => each.key === key))?.link.attribs ?? {};
  await signInLongAgo(token);
  const { response, url } = await visitor.ask(href);
  await response.body?.cancel();
  if (!/\/confirm$/.test(url.pathname)) return null;
  await visitor.goto(url.pathname + url.search);
  await confirm(visitor);
  const isOffered = visitor.dom.elements.some((each) => each.name === 'a' && each.attribs.href === href);
  const says = visitor.words().includes('Your file was not downloaded yet.');
  return { key, wrong: isOffered && says ? [] : [`${key}: leads to ${visitor.url()} without the file`] };
}

const everyNth = <T>(all: readonly T[], nth: number): T[] => all.filter((_, at) => at % nth === 0);

/** Every nth form is brought back. */
export async function pressEveryNth(nth: number): Promise<void> {
  const all = everyPage(shown);
  const forms = await everyKind(nth === 1 ? all : aThirdOf(all), buttonsOf);
  expect(forms.length).toBeGreaterThan(40);
  // A third of the pages has a third of the forms.
  const chosen = everyNth(forms, Math.ceil(nth / 3));
  const wrong = await inParallel(chosen, AT_ONCE, pressEnded);
  expect(wrong.flat()).toEqual([]);
}

/** Every form and every file that asks who one is, pressed with an old sign-in; returns their names. */
export async function pressOldSignIns(): Promise<string[]> {
  const pages = everyPage(shown);
  const files = await inParallel(await everyKind(pages, linksOf), AT_ONCE, openOld);
  const forms: Asked[] = [];
  // One after the other: those that do not ask are done, and change the pages.
  for (const kind of await everyKind(pages, buttonsOf)) forms.push(await pressOld(kind));
  const asked = [...files, ...forms].filter((each) => each !== null);
  expect(asked.flatMap(({ wrong }) => wrong)).toEqual([]);
  return asked.map(({ key }) => key);
}
