/** What pages can be asked: their forms, as a browser without scripts sends them, their links and their addresses. */
import { type Dom, type Element, readDom } from '#tests/journeys/plain-dom.ts';
import { entriesOf, formOf, wayOf } from '#tests/journeys/plain-form.ts';
import { isForwarded, numbered } from './attack-proxy.ts';
import type { SqlTarget } from './attack-tools.ts';

/** Whether it sends its form. */
export const isSubmit = ({ name, attribs }: Element) =>
  (name === 'button' && (attribs.type ?? 'submit') === 'submit') ||
  (name === 'input' && attribs.type === 'submit');

/**
 * Each button of each form, once: forms that differ only in their values, such as those of cards, are one. Forms with
 * files are left out.
 */
export function formRequests(pages: readonly { url: string; html: string }[]): SqlTarget[] {
  const requests = new Map<string, SqlTarget>();
  for (const { url, html } of pages) {
    const dom = readDom(html);
    for (const form of dom.elements.filter(({ name }) => name === 'form')) {
      const buttons = dom.elements.filter((each) => isSubmit(each) && formOf(each, dom) === form);
      for (const button of buttons.length > 0 ? buttons : [null]) {
        const [key, request] = requestOf(form, button, dom, { url, number: requests.size }) ?? [];
        if (key && request && !requests.has(key)) requests.set(key, request);
      }
    }
  }
  return [...requests.values()];
}

function requestOf(
  form: Element,
  button: Element | null,
  dom: Dom,
  { url, number }: { url: string; number: number },
): [string, SqlTarget] | null {
  const { method, action, isMultipart } = wayOf(form, button);
  const fields = new URLSearchParams();
  // What is left empty may never be read.
  for (const [name, value] of entriesOf(form, button, dom, new Map()))
    fields.append(name, String(value) === '' ? '1' : String(value));
  if (isMultipart || fields.size === 0) return null;
  const to = new URL(action, url);
  if (!isForwarded(method.toUpperCase(), to.pathname)) return null;
  const isGet = method === 'get';
  const key = `${method} ${to.pathname.replaceAll(/\d+/g, '0')} ${[...fields.keys()]} ${fields.get('intent')}`;
  const search = isGet ? `?${fields}` : to.search;
  return [
    key,
    {
      url: `${to.origin}${numbered(to.pathname, number)}${search}`,
      method: method.toUpperCase(),
      ...(!isGet && {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: String(fields),
      }),
    },
  ];
}

/** Each page with ids in its path, once for pages that differ only in these: `*` marks the ids. */
export function pathRequests(pages: readonly { url: string }[]): SqlTarget[] {
  const requests = new Map<string, SqlTarget>();
  for (const { url } of pages) {
    const { origin, pathname } = new URL(url);
    const key = pathname.replaceAll(ID, '/0');
    if (key !== pathname && !requests.has(key))
      requests.set(key, { url: origin + pathname.replaceAll(ID, '$&*'), method: 'GET' });
  }
  return [...requests.values()];
}
const ID = /\/[^/]*\d[^/]*/g;

/** Each page once, with every query parameter that it was asked for, or that its links to itself have. */
export function queryRequests(pages: readonly { url: string; html: string }[]): SqlTarget[] {
  const queries = new Map<string, URLSearchParams>();
  for (const { url, html } of pages) {
    const page = new URL(url);
    const links = readDom(html).elements.filter(({ name }) => name === 'a');
    for (const { pathname, searchParams } of [
      page,
      ...links.map(({ attribs }) => linked(attribs.href, url)),
    ]) {
      if (pathname !== page.pathname) continue;
      const query = queries.get(page.origin + pathname) ?? new URLSearchParams();
      for (const [name, value] of searchParams) if (!query.has(name)) query.set(name, value || '1');
      queries.set(page.origin + pathname, query);
    }
  }
  return [...queries]
    .filter(([, query]) => query.size > 0)
    .map(([page, query]) => ({ url: `${page}?${query}`, method: 'GET' }));
}
const linked = (href: string | undefined, page: string) =>
  URL.canParse(href ?? '', page) ? new URL(href ?? '', page) : new URL(page);
