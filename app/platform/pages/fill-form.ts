/**
 * Fills a rendered page's form with what a person typed before it could be sent: the page is one of ours, so its markup
 * is React's, and works without JavaScript. After hydration, which resets fields, `typedFieldsScript` fills them again.
 */

import { createContext } from 'react-router';

/** A form that was pressed and not processed. */
export type TypedForm = {
  /** The path and query it was sent to. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
};

/** The form to fill in on this request's page; `forget` is the Set-Cookie line that deletes it once it is shown. */
export const formToFill = createContext<(TypedForm & { forget: string }) | null>(null);

type Attributes = Readonly<Record<string, string>>;
/** The start tag at `from` to `to`; `details` are the closed details around it. */
type Control = {
  tag: string;
  attributes: Attributes;
  from: number;
  to: number;
  form: number;
  details: number[];
  options: Control[];
};
type FormTag = { attributes: Attributes; details: number[] };
type Edit = { from: number; to: number; text: string };

const tags =
  /<script\b[^>]*>[\s\S]*?<\/script>|<(\/?)(form|input|textarea|select|option|button|details)\b((?:[^>"]|"[^"]*")*)>/g;

/** Hidden fields that belong to what was typed: which version it was typed on, and the key of the attempt. */
const OF_ATTEMPT = /^(?:version|base|key|from|seen\w*|expected\w*)$/;
const NEVER_FILLED = new Set(['password', 'file', 'submit', 'button', 'reset', 'image']);

/**
 * The page with the form filled in; null if it has no form that sends there, or nothing to fill in.
 * @param path of the page: where a form without an action sends.
 */
export function fillForm(html: string, typed: TypedForm, path: string): string | null {
  const { forms, controls } = read(html);
  const own = Map.groupBy(controls, (control) => formOf(control, forms));
  let best: { at: number; score: number } | null = null;
  for (const [at, form] of forms.entries()) {
    const score = fits(form, own.get(at) ?? [], typed, path);
    if (score !== null && (best === null || score > best.score)) best = { at, score };
  }
  const form = best && forms[best.at];
  if (!best || !form || 'data-saves-itself' in form.attributes) return null;
  const filled = own.get(best.at) ?? [];
  const edits = editsOf(filled, typed, html);
  if (edits.length === 0) return null;
  const isEdited = new Set(edits.map(({ from }) => from));
  const shown = filled.filter(({ from, attributes }) => isEdited.has(from) && attributes.type !== 'hidden');
  const opened = new Set([...form.details, ...shown.flatMap(({ details }) => details)]);
  for (const from of opened) edits.push({ from, to: from, text: ' open=""' });
  edits.sort((one, other) => other.from - one.from);
  return edits.reduce((page, { from, to, text }) => page.slice(0, from) + text + page.slice(to), html);
}

/** The forms, with the start tags of the closed details around them, and all controls. */
function read(html: string): { forms: FormTag[]; controls: Control[] } {
  const forms: FormTag[] = [];
  const controls: Control[] = [];
  const details: number[] = [];
  const closed = () => details.filter((at) => at >= 0);
  let open = -1;
  let select: Control | null = null;
  for (const { 0: found, 1: end, 2: tag, 3: text = '', index } of html.matchAll(tags)) {
    if (tag === undefined) continue;
    const to = index + found.length;
    if (end === '/') {
      if (tag === 'form') open = -1;
      else if (tag === 'details') details.pop();
      else if (tag === 'select') select = null;
      continue;
    }
    const attributes = attributesOf(text);
    if (tag === 'details') details.push('open' in attributes ? -1 : to - 1);
    else if (tag === 'form') {
      open = forms.push({ attributes, details: closed() }) - 1;
    } else {
      const control: Control = {
        ...{ tag, attributes, from: index, to, form: open },
        ...{ details: closed(), options: [] },
      };
      if (tag === 'option') select?.options.push(control);
      else controls.push(control);
      if (tag === 'select') select = control;
    }
  }
  return { forms, controls };
}

/** The form that a control belongs to: the one it names, or the one around it. */
function formOf({ form, attributes }: Control, forms: readonly FormTag[]): number {
  if (attributes.form === undefined) return form;
  return forms.findIndex(({ attributes: { id } }) => id === attributes.form);
}

/** How well a form fits what was sent; null if it sends elsewhere. Rows of a list differ in their hidden fields. */
function fits(
  form: FormTag,
  controls: Control[],
  { action, fields }: TypedForm,
  path: string,
): number | null {
  if (form.attributes.method?.toLowerCase() !== 'post') return null;
  const wanted = pathOf(action, path);
  const targets = [
    form.attributes.action,
    ...controls.map(({ attributes }) => attributes.formAction ?? attributes.formaction),
  ];
  if (
    !targets.some((target, at) => (at === 0 || target !== undefined) && pathOf(target ?? '', path) === wanted)
  )
    return null;
  let score = 0;
  for (const { tag, attributes } of controls) {
    const { name, value = '', type } = attributes;
    if (name === undefined) continue;
    const sent = fields.filter(([each]) => each === name).map(([, each]) => each);
    if (type === 'hidden' && !OF_ATTEMPT.test(name)) score += sent.includes(value) ? 3 : -3;
    else if (tag === 'button') score += sent.includes(value) ? 3 : 0;
    else if (sent.length > 0) score += 1;
  }
  return score;
}

const pathOf = (target: string, page: string): string => (target.split(/[?#]/, 1)[0] || page).toLowerCase();

function editsOf(controls: readonly Control[], { fields }: TypedForm, html: string): Edit[] {
  const left = new Map<string, string[]>();
  for (const [name, value] of fields) left.set(name, [...(left.get(name) ?? []), value]);
  return controls.flatMap((control) => fillControl(control, left.get(control.attributes.name ?? ''), html));
}

/** @param sent what was sent by its name, less what the controls before it took */
function fillControl(control: Control, sent: string[] | undefined, html: string): Edit[] {
  const { tag, attributes } = control;
  const { name, type = 'text' } = attributes;
  if (tag === 'button' || name === undefined || 'disabled' in attributes || NEVER_FILLED.has(type)) return [];
  if (type === 'checkbox' || type === 'radio') return check(control, sent);
  if (tag === 'select') return choose(control, sent ?? [], html);
  const value = sent?.shift();
  if (value === undefined || (type === 'hidden' && !OF_ATTEMPT.test(name))) return [];
  if (tag === 'textarea') return write(control, value, html);
  return value === (attributes.value ?? '') ? [] : [restart(control, { value })];
}

function check(box: Control, sent: readonly string[] | undefined): Edit[] {
  const { type, value = 'on' } = box.attributes;
  if (type === 'radio' && sent === undefined) return [];
  const isOn = sent?.includes(value) ?? false;
  return isOn === 'checked' in box.attributes ? [] : [restart(box, { checked: isOn ? '' : null })];
}

function choose(select: Control, sent: readonly string[], html: string): Edit[] {
  const choiceOf = (option: Control) =>
    option.attributes.value ?? decoded(html.slice(option.to, html.indexOf('</option>', option.to))).trim();
  const isWanted = (option: Control) => sent.includes(choiceOf(option));
  if (!select.options.some(isWanted)) return [];
  const changed = select.options.filter((option) => isWanted(option) !== 'selected' in option.attributes);
  if (changed.length === 0) return [];
  return [
    restart(select, {}),
    ...changed.map((option) => restart(option, { selected: isWanted(option) ? '' : null }, false)),
  ];
}

function write(textarea: Control, value: string, html: string): Edit[] {
  const to = html.indexOf('</textarea>', textarea.to);
  // Browsers drop the first line break.
  if (decoded(html.slice(textarea.to, to)).replace(/^\n/, '') === value.replaceAll('\r\n', '\n')) return [];
  return [restart(textarea, {}), { from: textarea.to, to, text: `\n${encoded(value)}` }];
}

/** The start tag with other attributes; null removes one. */
function restart(
  { tag, attributes, from, to }: Control,
  changes: Readonly<Record<string, string | null>>,
  isMarked = true,
): Edit {
  const next = { ...attributes, ...changes, ...(isMarked ? { 'data-typed': '' } : {}) };
  const text = Object.entries(next).flatMap(([name, value]) =>
    value === null ? [] : [`${name}="${encoded(value)}"`],
  );
  return { from, to, text: `<${[tag, ...text].join(' ')}>` };
}

function attributesOf(text: string): Attributes {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g))
    attributes[name] = decoded(value);
  return attributes;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};
const decoded = (text: string) => text.replace(/&(\w+|#x?\w+);/g, (found, name) => named[name] ?? found);
const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Runs at the end of such a page. `replayEarlyPresses` calls `stop` once the page has hydrated: then every field gets
 * its value again, as if typed, and the first has the focus.
 */
export const typedFieldsScript =
  "(function(d,w){var q=d.querySelectorAll('[data-typed]'),m=[],x=w.earlyPresses;if(!x)return;q.forEach(function(e){m.push({e:e,v:e.value,c:e.checked,s:e.options&&[].map.call(e.options,function(o){return o.selected})})});var stop=x.stop;x.stop=function(){stop();var f;m.forEach(function(t){var e=t.e;if(!e.isConnected)return;if(e.type==='checkbox'||e.type==='radio'){if(e.checked!==t.c)e.click()}else if(t.s){t.s.forEach(function(s,i){if(e.options[i])e.options[i].selected=s});e.dispatchEvent(new Event('change',{bubbles:true}))}else{Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e),'value').set.call(e,t.v);if(e.type!=='hidden'){e.dispatchEvent(new Event('input',{bubbles:true}));e.dispatchEvent(new Event('change',{bubbles:true}))}}if(!f&&e.type!=='hidden'&&e.offsetParent)f=e});if(f)f.focus()}})(document,window)";
