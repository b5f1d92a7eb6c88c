/**
 * What a person finds on a page without scripts: roles, names and text, read from its HTML. Styles are not computed;
 * elements that the shop's classes hide without scripts are skipped.
 */
import { DomUtils, parseDocument } from 'htmlparser2';

const { getElementsByTagName, isTag, isText } = DomUtils;

export type Element = ReturnType<typeof getElementsByTagName>[number];
type ChildNode = Element['children'][number];
export type Words = string | RegExp;
/** The elements of one page in order, and those that other elements reference by `id`. */
export type Dom = { elements: Element[]; byId: Map<string, Element> };

export function readDom(html: string): Dom {
  const elements = getElementsByTagName('*', parseDocument(html).children, true);
  const byId = new Map(elements.flatMap((each) => (each.attribs.id ? [[each.attribs.id, each]] : [])));
  return { elements, byId };
}

/** Finds elements within elements. */
export const isTagOf = (node: ChildNode): node is Element => isTag(node);

export const squeeze = (text: string): string => text.replaceAll(/[\s\u200b]+/g, ' ').trim();

/** As Playwright matches: text in any case and as a part, unless `exact`. */
export function fits(text: string, wanted: Words, exact = false): boolean {
  if (typeof wanted !== 'string') return wanted.test(text);
  return exact ? text === squeeze(wanted) : text.toLowerCase().includes(squeeze(wanted).toLowerCase());
}

export const parentOf = (element: Element): Element | null =>
  element.parent && isTag(element.parent) ? element.parent : null;

export function closest(element: Element, is: (each: Element) => boolean): Element | null {
  for (let each: Element | null = element; each; each = parentOf(each)) if (is(each)) return each;
  return null;
}

export const isWithin = (element: Element, part: Element): boolean =>
  closest(element, (each) => each === part) !== null;

const classes = (element: Element): string[] => (element.attribs.class ?? '').split(/\s+/);
const UNSEEN = new Set(['head', 'script', 'style', 'template', 'title']);

function hides(element: Element): boolean {
  const { name, attribs } = element;
  if (UNSEEN.has(name) || attribs.hidden !== undefined) return true;
  if ((name === 'dialog' || attribs.popover !== undefined) && attribs.open === undefined) return true;
  // A closed disclosure shows only its summary.
  const fold = parentOf(element);
  if (fold?.name === 'details' && fold.attribs.open === undefined && name !== 'summary') return true;
  if (name === 'input' && attribs.type === 'hidden') return true;
  const own = classes(element);
  if (own.includes('noscript:hidden') || own.includes('scripted')) return true;
  // Content for another width or state of the page exists.
  return (
    own.includes('hidden') && !own.some((each) => /:(?:block|contents|flex|grid|inline|table)/.test(each))
  );
}

/** Whether people could read it with every disclosure and dialog of the page open. */
export const isInBody = (element: Element): boolean =>
  closest(element, ({ name }) => UNSEEN.has(name)) === null;

export const isSeen = (element: Element): boolean => closest(element, hides) === null;

/** The element's whole text content. */
export function textOf(node: ChildNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node) || node.name === 'script' || node.name === 'style') return '';
  return node.children.map(textOf).join('');
}

export const words = (element: Element): string => squeeze(textOf(element));

const BLOCKS = new Set(
  'address article br dd div dl dt fieldset h1 h2 h3 h4 h5 h6 li ol p section td th tr ul'.split(' '),
);

/** The text of an accessible name: without hidden elements, with the names of pictures and labels. */
function spoken(node: ChildNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node) || hides(node) || node.attribs['aria-hidden'] === 'true') return '';
  const given = node.attribs['aria-label'] ?? (node.name === 'img' ? node.attribs.alt : undefined);
  const said = given ?? node.children.map(spoken).join('');
  return BLOCKS.has(node.name) || given !== undefined ? ` ${said} ` : said;
}

const named = (ids: string, { byId }: Dom): string =>
  squeeze(
    ids
      .split(/\s+/)
      .map((id) => byId.get(id))
      .map((each) => (each ? spoken(each) : ''))
      .join(' '),
  );

const BY_TAG: Record<string, string> = {
  ...{ article: 'article', aside: 'complementary', button: 'button', dd: 'definition', details: 'group' },
  ...{ dialog: 'dialog', dt: 'term', fieldset: 'group', li: 'listitem', main: 'main', nav: 'navigation' },
  ...{ ol: 'list', option: 'option', output: 'status', p: 'paragraph', table: 'table', td: 'cell' },
  ...{ textarea: 'textbox', tr: 'row', ul: 'list' },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
};
const BY_TYPE: Record<string, string> = {
  ...{ button: 'button', checkbox: 'checkbox', file: 'button', number: 'spinbutton', radio: 'radio' },
  ...{ range: 'slider', reset: 'button', search: 'searchbox', submit: 'button' },
};
const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);

export function roleOf(element: Element, dom: Dom): string | undefined {
  const { name, attribs } = element;
  const parent = parentOf(element);
  const inPage = () => (parent ? closest(parent, (each) => SECTIONS.has(each.name)) === null : true);
  if (attribs.role) return attribs.role.split(' ')[0];
  if (name === 'a') return attribs.href === undefined ? undefined : 'link';
  if (name === 'input') return BY_TYPE[attribs.type ?? ''] ?? 'textbox';
  if (name === 'select') return attribs.multiple === undefined ? 'combobox' : 'listbox';
  if (name === 'th') return attribs.scope === 'row' ? 'rowheader' : 'columnheader';
  if (name === 'img') return attribs.alt === '' ? undefined : 'img';
  if (name === 'header') return inPage() ? 'banner' : undefined;
  if (name === 'footer') return inPage() ? 'contentinfo' : undefined;
  if (name === 'section' || name === 'form')
    return nameOf(element, dom) ? (name === 'form' ? 'form' : 'region') : undefined;
  return BY_TAG[name];
}

const BY_CONTENT = new Set('button cell columnheader heading link option row rowheader tab term'.split(' '));

/** The labels of a control: around it, or for its `id`. */
export function labelsOf(control: Element, dom: Dom): Element[] {
  const around = closest(control, ({ name }) => name === 'label');
  const { id } = control.attribs;
  const others = id ? dom.elements.filter((each) => each.name === 'label' && each.attribs.for === id) : [];
  return [...(around ? [around] : []), ...others];
}

/** The control of a label. */
export const controlOf = (label: Element, { elements, byId }: Dom): Element | undefined =>
  label.attribs.for
    ? byId.get(label.attribs.for)
    : elements.find((each) => CONTROLS.has(each.name) && isWithin(each, label));

const CONTROLS = new Set(['input', 'select', 'textarea', 'output']);

/** The element's name. */
export function nameOf(element: Element, dom: Dom): string {
  const { name, attribs } = element;
  if (attribs['aria-labelledby']) return named(attribs['aria-labelledby'], dom);
  if (attribs['aria-label']) return squeeze(attribs['aria-label']);
  if (CONTROLS.has(name)) {
    const labels = labelsOf(element, dom);
    if (labels.length > 0) return squeeze(labels.map(spoken).join(' '));
    return squeeze(attribs.alt ?? (attribs.type === 'submit' ? attribs.value : attribs.title) ?? '');
  }
  if (name === 'img') return squeeze(attribs.alt ?? '');
  const headed = { fieldset: 'legend', table: 'caption' }[name];
  if (headed) {
    const head = element.children.find((each) => isTag(each) && each.name === headed);
    return head ? squeeze(spoken(head)) : '';
  }
  if (name === 'section' || name === 'form') return squeeze(attribs.title ?? '');
  if (!BY_CONTENT.has(roleOf(element, dom) ?? '')) return squeeze(attribs.title ?? '');
  return squeeze(element.children.map(spoken).join(''));
}

/** A control's description: its hints and errors. */
export const descriptionOf = (element: Element, dom: Dom): string =>
  element.attribs['aria-describedby'] ? named(element.attribs['aria-describedby'], dom) : '';

export const isDisabled = (element: Element): boolean =>
  element.attribs['aria-disabled'] === 'true' ||
  closest(
    element,
    (each) => each.attribs.disabled !== undefined && (each === element || each.name === 'fieldset'),
  ) !== null;

const SIMPLE = /([.#]?[\w-]+|\[[\w-]+(?:(?:\^|\*)?="?[^"\]]*"?)?\])/g;

function isSimple(element: Element, simple: string): boolean {
  if (simple.startsWith('.')) return classes(element).includes(simple.slice(1));
  if (simple.startsWith('#')) return element.attribs.id === simple.slice(1);
  if (!simple.startsWith('[')) return element.name === simple;
  const [, name = '', how, value = ''] = /^\[([\w-]+)(?:([\^*]?=)"?([^"\]]*)"?)?\]$/.exec(simple) ?? [];
  const own = element.attribs[name];
  if (own === undefined || how === undefined) return own !== undefined;
  return how === '=' ? own === value : how === '^=' ? own.startsWith(value) : own.includes(value);
}

/** A few CSS selectors: tag, class, id and attributes, and descendants. */
export function matches(element: Element, selector: string): boolean {
  const [own = '', ...outer] = selector.trim().split(/\s+/).reverse();
  if (!(own.match(SIMPLE) ?? []).every((simple) => isSimple(element, simple))) return false;
  if (outer.length === 0) return true;
  const parent = parentOf(element);
  return parent !== null && closest(parent, (each) => matches(each, outer.reverse().join(' '))) !== null;
}
