/**
 * Every command that refuses an old sign-in, pressed on its page with one: the person confirms who they are, finds what
 * they typed, presses again, and it is done.
 */
import { expect } from 'vitest';
import { isStorable, PRESS_AGAIN } from '#core/accounts/identity/sessions/pressed-form.server.ts';
import { CONFIRM_FIRST } from '#kernel/problem.ts';
import { isDisabled, words } from '#tests/journeys/plain-dom.ts';
import { choose, contentOf, fill, formOf, tick } from '#tests/journeys/plain-form.ts';
import type { PlainPage } from '#tests/journeys/plain-page.ts';
import { isSubmit } from './attack-forms.ts';
import { asksWho, aVisitor, confirm, enter, isNotice, signInLongAgo } from './ended-sessions.ts';
import { type Press, presses } from './old-sign-in-presses.ts';
import { RECENT_COMMANDS, type RecentCommand } from './recent-commands.ts';

const all = (visitor: PlainPage) => words(visitor.locator('body').one());

/** The button whose words begin so. */
function buttonOf(visitor: PlainPage, begins: string) {
  const found = visitor.dom.elements.find(
    (each) => isSubmit(each) && !isDisabled(each) && words(each).startsWith(begins),
  );
  const form = found && formOf(found, visitor.dom);
  if (!form) throw new Error(`no button ${begins} at ${visitor.url()}:\n${visitor.words().slice(0, 1500)}`);
  return { button: found, form };
}

/** Types what is not there yet; returns the button to press. */
function typeInto(visitor: PlainPage, begins: string, typed: Readonly<Record<string, string>>) {
  const found = buttonOf(visitor, begins);
  for (const [name, value] of Object.entries(typed)) {
    const field = fieldOf(visitor, found.form, name, value);
    if (!field) throw new Error(`no field ${name} for ${begins} at ${visitor.url()}`);
    if (field.attribs.type === 'checkbox' || field.attribs.type === 'radio') tick(field, true, visitor.dom);
    else if (field.name === 'select') choose(field, value);
    else fill(field, value);
  }
  return found.button;
}

const fieldOf = (visitor: PlainPage, form: unknown, name: string, value: string) =>
  visitor.dom.elements.find(
    (each) =>
      each.attribs.name === name &&
      formOf(each, visitor.dom) === form &&
      each.attribs.type !== 'hidden' &&
      (each.attribs.type !== 'radio' || each.attribs.value === value),
  );

/** Which of the typed values the form has lost; some are never stored. */
function lostOf(visitor: PlainPage, begins: string, typed: Readonly<Record<string, string>>): string[] {
  const { form } = buttonOf(visitor, begins);
  return Object.entries(typed)
    .filter(([name, value]) => {
      const field = fieldOf(visitor, form, name, value);
      const isOn = field?.attribs.type === 'checkbox' || field?.attribs.type === 'radio';
      const is = field && (isOn ? field.attribs.checked !== undefined : contentOf(field) === value);
      return isStorable(name) && !is;
    })
    .map(([name]) => name);
}

const REFUSED = [CONFIRM_FIRST];

/** Confirms where the page leads to; what is wrong with the page that the person is then on. */
async function confirmOn(visitor: PlainPage, { file }: Press): Promise<string[]> {
  if (asksWho(visitor)) {
    await confirm(visitor);
    const says = file ? 'Your file was not downloaded yet.' : PRESS_AGAIN.confirm;
    const isSaid = visitor.dom.elements.some((each) => isNotice(each, says)) || all(visitor).includes(says);
    return isSaid ? [] : [`does not say ${says}`];
  }
  const text = all(visitor);
  const way = visitor.dom.elements.find((each) => /\/confirm\?returnTo=/.test(each.attribs.href ?? ''));
  if (!way) return [`no way to confirm: ${text.slice(0, 600)}`];
  const tab = visitor.newPage();
  await tab.goto(way.attribs.href ?? '');
  await confirm(tab);
  return REFUSED.some((words) => text.includes(words)) ? [] : ['does not say that nothing was done'];
}

/** Presses it with an old sign-in; returns what is wrong. */
async function pressOld(name: RecentCommand, press: Press): Promise<string[]> {
  const visitor = aVisitor();
  const actor = press.as ? await press.as() : 'admin';
  const token = await enter(visitor, actor);
  const page = typeof press.page === 'string' ? press.page : await press.page(actor);
  if (press.opens) await signInLongAgo(token);
  await visitor.goto(page);
  const wrong: string[] = [];
  if (press.opens) wrong.push(...(await confirmRead(visitor)));
  else if (press.file) wrong.push(...(await downloadOld(visitor, token, press)));
  else {
    const typed = { ...press.fields?.(visitor) };
    const button = typeInto(visitor, press.button ?? '', typed);
    await signInLongAgo(token);
    await visitor.press(button, name);
    if (!press.atOnce) wrong.push(...(await pressAgain(visitor, press, typed)));
  }
  if (press.done !== undefined) {
    if (REFUSED.some((each) => all(visitor).includes(each))) wrong.push('asks again');
    if (!new RegExp(press.done).test(all(visitor)))
      wrong.push(`is not done: ${visitor.url()} ${visitor.words().slice(0, 600)}`);
  }
  return wrong.map((each) => `${name}: ${each}`);
}

/** Confirms, and presses again what is there. */
async function pressAgain(visitor: PlainPage, press: Press, typed: Readonly<Record<string, string>>) {
  const { button: begins = '', fields } = press;
  const wrong = await confirmOn(visitor, press);
  if (wrong.length > 0) return wrong;
  const lost = lostOf(visitor, begins, typed).map((field) => `lost ${field}`);
  await visitor.press(typeInto(visitor, begins, { ...typed, ...fields?.(visitor) }), begins);
  return lost;
}

/** A page that shows something itself. */
async function confirmRead(visitor: PlainPage): Promise<string[]> {
  if (!asksWho(visitor)) {
    const way = visitor.dom.elements.find((each) => /\/confirm\?returnTo=/.test(each.attribs.href ?? ''));
    if (!way) return ['no way to confirm'];
    await visitor.goto(way.attribs.href ?? '');
  }
  await confirm(visitor);
  return [];
}

async function downloadOld(visitor: PlainPage, token: string, { file = '' }: Press): Promise<string[]> {
  const isFile = (href = '') => href.split('?')[0]?.endsWith(file);
  const link = () => visitor.dom.elements.find((each) => each.name === 'a' && isFile(each.attribs.href));
  const { href } = link()?.attribs ?? {};
  if (href === undefined) return [`no link to ${file}`];
  await signInLongAgo(token);
  const { response, url } = await visitor.ask(href);
  await response.body?.cancel();
  if (!/\/confirm$/.test(url.pathname)) return [`does not ask: ${url.pathname}`];
  await visitor.goto(url.pathname + url.search);
  await confirm(visitor);
  const wrong = all(visitor).includes('Your file was not downloaded yet.') ? [] : ['does not offer the file'];
  const again = await visitor.ask(link()?.attribs.href ?? '/no-link');
  await again.response.body?.cancel();
  const isSent = /attachment|inline/.test(again.response.headers.get('content-disposition') ?? '');
  return isSent ? wrong : [...wrong, `sends no file: ${again.response.status} ${again.url}`];
}

/** @returns what was pressed. One after the other: each changes what the next finds. */
export async function pressEachCommand(which: readonly RecentCommand[] = RECENT_COMMANDS): Promise<number> {
  const wrong: string[] = [];
  let pressed = 0;
  for (const name of which) {
    const press = presses[name];
    if (typeof press === 'string') continue;
    pressed += 1;
    for (const each of Array.isArray(press) ? press : [press])
      wrong.push(...(await pressOld(name, each).catch((error: unknown) => [`${name}: ${error}`])));
  }
  expect(wrong).toEqual([]);
  return pressed;
}
