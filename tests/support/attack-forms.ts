/** The forms of a page as requests, as a browser without scripts sends them. */
import { type Dom, type Element, readDom } from '#tests/journeys/plain-dom.ts';
import { entriesOf, formOf, wayOf } from '#tests/journeys/plain-form.ts';
import { numbered } from './attack-proxy.ts';
import type { SqlTarget } from './attack-tools.ts';

const isSubmit = ({ name, attribs }: Element) =>
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
