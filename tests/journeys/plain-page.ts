/**
 * A browser without scripts, over HTTP: it reads pages, follows links, fills in forms and submits them with every
 * field. It has the part of Playwright's page that needs no layout, so a story reads the same in both, and a page
 * costs a fraction. It ignores styles and focus, and leaves form validation to the server.
 */
import * as dom from './plain-dom.ts';
import { type Element, fits, type Words } from './plain-dom.ts';
import { choose, contentOf, entriesOf, type Files, fill, formOf, tick, wayOf } from './plain-form.ts';

type Named = { name?: Words; exact?: boolean; checked?: boolean; disabled?: boolean; level?: number };
type Find = (page: PlainPage) => (element: Element) => boolean;
type Cookie = { name: string; value: string; url?: string; httpOnly?: boolean; sameSite?: 'Lax' };

/** Headers of a browser that requests a page. */
const AS_BROWSER = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

const byRole: (role: string, how: Named) => Find =
  (role, how) =>
  ({ dom: page }) =>
  (element) =>
    dom.roleOf(element, page) === role &&
    dom.isSeen(element) &&
    (how.level === undefined || element.name === `h${how.level}`) &&
    (how.checked === undefined || (element.attribs.checked !== undefined) === how.checked) &&
    (how.disabled === undefined || dom.isDisabled(element) === how.disabled) &&
    (how.name === undefined || fits(dom.nameOf(element, page), how.name, how.exact));

/** The smallest elements that contain the text. */
const byText: (text: Words, exact?: boolean) => Find = (text, exact) => () => {
  const has = (element: Element) => dom.isInBody(element) && fits(dom.words(element), text, exact);
  return (element) => has(element) && !element.children.filter(dom.isTagOf).some(has);
};

const LABELED = new Set(['input', 'select', 'textarea', 'output']);
const byLabel: (text: Words, exact?: boolean) => Find =
  (text, exact) =>
  ({ dom: page }) =>
  (element) =>
    (LABELED.has(element.name) || element.attribs['aria-label'] !== undefined) &&
    element.attribs.type !== 'hidden' &&
    fits(dom.nameOf(element, page), text, exact);

/** Elements of the page at the moment of the query. */
export class PlainPart {
  readonly page: PlainPage;
  readonly what: string;
  readonly find: () => Element[];

  constructor(page: PlainPage, what: string, find: () => Element[]) {
    this.page = page;
    this.what = what;
    this.find = find;
  }

  private within(what: string, find: Find): PlainPart {
    return new PlainPart(this.page, `${this.what} › ${what}`, () => {
      const outer = this.find();
      const is = find(this.page);
      return this.page.dom.elements.filter(
        (each) => is(each) && outer.some((part) => part !== each && dom.isWithin(each, part)),
      );
    });
  }

  private but(what: string, choice: (found: Element[]) => Element[]): PlainPart {
    return new PlainPart(this.page, `${this.what} ${what}`, () => choice(this.find()));
  }

  getByRole = (role: string, how: Named = {}) => this.within(`${role} ${how.name ?? ''}`, byRole(role, how));
  getByText = (text: Words, how: { exact?: boolean } = {}) =>
    this.within(`“${text}”`, byText(text, how.exact));
  getByLabel = (text: Words, how: { exact?: boolean } = {}) =>
    this.within(`label ${text}`, byLabel(text, how.exact));
  locator = (selector: string) => this.within(selector, () => (each) => dom.matches(each, selector));
  filter = ({ hasText = '' }: { hasText?: Words }) =>
    this.but(`with ${hasText}`, (found) => found.filter((each) => fits(dom.words(each), hasText)));
  nth = (at: number) => this.but(`#${at}`, (found) => found.slice(at, at + 1));
  first = () => this.nth(0);
  last = () => this.but('last', (found) => found.slice(-1));
  and = (other: PlainPart) =>
    this.but(`and ${other.what}`, (found) => found.filter((each) => other.find().includes(each)));

  /** The one matching element; none or several is an error with the page's text. */
  one(): Element {
    const all = this.find();
    const seen = all.length > 1 ? all.filter(dom.isSeen) : all;
    if (seen.length === 1 && seen[0]) return seen[0];
    throw new Error(
      `${seen.length} of ${this.what} at ${this.page.url()}:\n${this.page.words().slice(0, 3000)}`,
    );
  }

  count = async () => this.find().length;
  all = async () => this.find().map((_, at) => this.nth(at));
  innerText = async () => dom.words(this.one());
  allInnerTexts = async () => this.find().map(dom.words);
  getAttribute = async (name: string) => this.one().attribs[name] ?? null;
  inputValue = async () => contentOf(this.one());

  fill = async (value: string) => fill(this.one(), value);
  check = async () => tick(this.one(), true, this.page.dom);
  uncheck = async () => tick(this.one(), false, this.page.dom);
  selectOption = async (wanted: Parameters<typeof choose>[1]) => choose(this.one(), wanted);
  setInputFiles = async ({ name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer }) => {
    this.page.files.set(this.one(), new File([new Uint8Array(buffer)], name, { type: mimeType }));
  };
  /** The file that its link leads to. */
  download = async () => {
    const { response } = await this.page.ask(new URL(this.one().attribs.href ?? '', this.page.url()).href);
    const disposition = response.headers.get('content-disposition') ?? '';
    const content = Buffer.from(await response.arrayBuffer());
    return { headers: response.headers, name: /filename="([^"]+)"/.exec(disposition)?.[1], content };
  };
  click = async () => this.page.press(this.one(), this.what);
  /** On a link or a button, or in a field, which submits its form. */
  press = async (_key: 'Enter') => this.page.press(this.one(), this.what);
}

export class PlainPage {
  dom: dom.Dom = dom.readDom('');
  readonly files: Files = new Map();
  private readonly origin: string;
  private readonly own: Record<string, string>;
  private readonly jar: Map<string, string>;
  private address: URL;

  /** @param own headers of this browser only, such as its address. */
  constructor(origin: string, own: Record<string, string> = {}, jar = new Map<string, string>()) {
    this.origin = origin;
    this.own = own;
    this.jar = jar;
    this.address = new URL('about:blank');
  }

  private readonly whole = new PlainPart(this, 'page', () => this.dom.elements.slice(0, 1));
  getByRole = this.whole.getByRole;
  getByText = this.whole.getByText;
  getByLabel = this.whole.getByLabel;
  locator = this.whole.locator;

  url = () => this.address.href;
  words = () => dom.words(this.dom.elements.find(({ name }) => name === 'main') ?? this.one('body'));
  title = async () => dom.words(this.one('title'));
  private one = (tag: string) => this.locator(tag).one();

  addCookies = async (cookies: Cookie[]) => {
    for (const { name, value } of cookies) this.jar.set(name, value);
  };
  cookies = async (): Promise<Cookie[]> => [...this.jar].map(([name, value]) => ({ name, value }));
  clearCookies = async ({ name }: { name?: Words } = {}) => {
    for (const each of [...this.jar.keys()])
      if (name === undefined || fits(each, name, true)) this.jar.delete(each);
  };
  /** Another tab of this browser. */
  newPage = () => new PlainPage(this.origin, this.own, this.jar);

  /** Opens a page by its URL; returns its status. */
  goto = async (path: string): Promise<number> => this.open(new URL(path, this.origin));
  reload = async (): Promise<number> => this.open(this.address);

  /** Requests something without leaving the page. */
  async ask(path: string, init: RequestInit = {}): Promise<{ response: Response; url: URL }> {
    let url = new URL(path, this.origin);
    let now = init;
    for (let hops = 0; hops < 10; hops++) {
      const response = await this.send(url, now);
      const to = response.headers.get('location');
      if (to === null) return { response, url };
      await response.body?.cancel();
      const { hash } = url;
      url = new URL(to, url);
      url.hash ||= hash;
      if (response.status < 307) now = {};
    }
    throw new Error(`${path} leads around in a circle`);
  }

  /** Sends a form that no page has, as the shop's pages would. */
  post = async (path: string, fields: Record<string, string>) =>
    this.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: this.origin } });

  /** Presses a link, a button, a disclosure, a checkbox or its label. */
  async press(element: Element, what: string): Promise<void> {
    const { name, attribs } = element;
    if (dom.isDisabled(element)) throw new Error(`${what} is disabled`);
    const link = dom.closest(element, (each) => each.name === 'a' && each.attribs.href !== undefined);
    if (link) {
      const url = new URL(link.attribs.href ?? '', this.address);
      const isHere = url.hash !== '' && url.href.split('#')[0] === this.address.href.split('#')[0];
      if (isHere) this.address = url;
      else await this.open(url);
      return;
    }
    const fold = dom.closest(element, (each) => each.name === 'summary')?.parent;
    if (fold && dom.isTagOf(fold)) {
      if (fold.attribs.open === undefined) fold.attribs.open = '';
      else delete fold.attribs.open;
      return;
    }
    if (name === 'label') {
      const control = dom.controlOf(element, this.dom);
      if (control) return this.press(control, what);
    }
    if (name === 'input' && attribs.type === 'radio') return tick(element, true, this.dom);
    if (name === 'input' && attribs.type === 'checkbox')
      return tick(element, attribs.checked === undefined, this.dom);
    const form = formOf(element, this.dom);
    const pressed = dom.closest(element, (each) => each.name === 'button' || each === element);
    if (!form || attribs.type === 'button') throw new Error(`${what} does nothing without scripts`);
    await this.submit(form, pressed?.name === 'button' || attribs.type === 'submit' ? pressed : null);
  }

  private async submit(form: Element, pressed: Element | null): Promise<void> {
    const { method, action, isMultipart } = wayOf(form, pressed);
    const entries = entriesOf(form, pressed, this.dom, this.files);
    const url = new URL(action === '' ? this.address.href : action, this.address);
    const asText = [...entries].map(([key, value]) => [key, typeof value === 'string' ? value : value.name]);
    if (method === 'get') {
      url.search = new URLSearchParams(asText).toString();
      await this.open(url);
    } else {
      const body = isMultipart ? entries : new URLSearchParams(asText);
      await this.open(url, {
        method: 'POST',
        body,
        headers: { origin: this.origin, referer: this.address.href },
      });
    }
  }

  private async open(url: URL, init: RequestInit = {}): Promise<number> {
    const { response, url: reached } = await this.ask(url.href, init);
    const text = await response.text();
    const { status } = response;
    // Whatever the journey is about, no page may break.
    if (status >= 500 && status !== 503)
      throw new Error(`${status} from ${reached}:\n${text.slice(0, 2000)}`);
    this.address = reached;
    this.files.clear();
    this.dom = dom.readDom(text);
    return status;
  }

  private async send(url: URL, init: RequestInit): Promise<Response> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...AS_BROWSER, ...this.own, ...(init.headers as Record<string, string>), cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) await this.clearCookies({ name });
      else await this.addCookies([{ name, value }]);
    }
    return response;
  }
}
