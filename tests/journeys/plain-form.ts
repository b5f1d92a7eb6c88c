/** Forms of a page without scripts: their fields, and what a browser submits. */
import { closest, type Dom, type Element, isDisabled, isTagOf, textOf, words } from './plain-dom.ts';

const optionsOf = (select: Element): Element[] =>
  select.children.filter(isTagOf).flatMap((each) => (each.name === 'option' ? [each] : optionsOf(each)));

const isOn = (control: Element, attribute: string) => control.attribs[attribute] !== undefined;

export function formOf(control: Element, { byId }: Dom): Element | null {
  const { form } = control.attribs;
  return form ? (byId.get(form) ?? null) : closest(control, ({ name }) => name === 'form');
}

function chosenOf(select: Element): Element | undefined {
  const options = optionsOf(select);
  return options.find((option) => isOn(option, 'selected')) ?? options.find((option) => !isDisabled(option));
}

export function contentOf(control: Element): string {
  if (control.name === 'textarea')
    return (
      control.attribs.value ??
      textOf(control)
        .replace(/^\r?\n/, '')
        .replaceAll('\r\n', '\n')
    );
  if (control.name === 'output') return words(control);
  if (control.name !== 'select') return control.attribs.value ?? '';
  const chosen = chosenOf(control);
  return chosen ? (chosen.attribs.value ?? words(chosen)) : '';
}

function mustBeOpen(control: Element): void {
  if (isDisabled(control) || isOn(control, 'readonly'))
    throw new Error(`${control.name} ${control.attribs.name} cannot be changed`);
}

export function fill(control: Element, value: string): void {
  mustBeOpen(control);
  control.attribs.value = value;
}

export function tick(control: Element, on: boolean, page: Dom): void {
  mustBeOpen(control);
  const isOther = ({ attribs }: Element) => attribs.type === 'radio' && attribs.name === control.attribs.name;
  if (control.attribs.type === 'radio')
    for (const other of page.elements.filter(isOther))
      if (formOf(other, page) === formOf(control, page)) delete other.attribs.checked;
  if (on) control.attribs.checked = '';
  else delete control.attribs.checked;
}

/** Chooses an option by its text, value or position. */
export function choose(select: Element, wanted: string | { label: string } | { index: number }): void {
  mustBeOpen(select);
  const options = optionsOf(select);
  const label = typeof wanted === 'string' ? wanted : 'label' in wanted ? wanted.label : null;
  const chosen =
    typeof wanted === 'object' && 'index' in wanted
      ? options[wanted.index]
      : options.find((option) => option.attribs.value === label || words(option) === label);
  if (!chosen || isDisabled(chosen)) throw new Error(`no option ${JSON.stringify(wanted)}`);
  for (const option of options) delete option.attribs.selected;
  chosen.attribs.selected = '';
}

export type Files = Map<Element, File>;

/** The submitted data: the fields in order, and the pressed button. */
export function entriesOf(form: Element, pressed: Element | null, page: Dom, files: Files): FormData {
  const data = new FormData();
  const isSent = (control: Element) => {
    const { type = '' } = control.attribs;
    if (['submit', 'button', 'reset', 'image'].includes(type) || control.name === 'button') return false;
    if (type === 'checkbox' || type === 'radio') return isOn(control, 'checked');
    if (control.name === 'select') return !isDisabled(chosenOf(control) ?? control);
    return ['input', 'textarea'].includes(control.name);
  };
  for (const control of page.elements) {
    const { name, type } = control.attribs;
    if (!name || formOf(control, page) !== form || isDisabled(control)) continue;
    if (control !== pressed && !isSent(control)) continue;
    if (type === 'file') data.append(name, files.get(control) ?? new File([], ''));
    else if (type === 'checkbox' || type === 'radio') data.append(name, control.attribs.value ?? 'on');
    else data.append(name, contentOf(control).replaceAll(/\r?\n/g, '\r\n'));
  }
  return data;
}

/** Method and target of a form; the button's attributes override the form's. */
export function wayOf(
  form: Element,
  pressed: Element | null,
): { method: string; action: string; isMultipart: boolean } {
  const said = (name: string) => pressed?.attribs[`form${name}`] ?? form.attribs[name];
  return {
    method: (said('method') ?? 'get').toLowerCase(),
    action: said('action') ?? '',
    isMultipart: said('enctype') === 'multipart/form-data',
  };
}
