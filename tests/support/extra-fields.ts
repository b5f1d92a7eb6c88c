/**
 * Forms of pages with fields that they do not have: one for each column of the database, named as in our code and as
 * in the database, with values that are found again in whatever row they were written to.
 */
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Database } from '#db/client.ts';
import { FIELD_LIMIT } from '#platform/requests/request-body.ts';
import { type Dom, type Element, readDom } from '#tests/journeys/plain-dom.ts';
import {
  choose,
  contentOf,
  entriesOf,
  type Files,
  fill,
  formOf,
  tick,
  wayOf,
} from '#tests/journeys/plain-form.ts';
import { isSubmit } from './attack-forms.ts';

/** In every hostile value, and in nothing else that a shop stores. */
const DIGITS = 91_827;
/** In a row as text: words, numbers of a form, ids and days. */
const HOSTILE = `qzx-${DIGITS}|(?<![0-9.])${DIGITS}[0-9]{4}(?![0-9])|${DIGITS}273-|2191-08-27`;

type Column = { name: string; types: string[] };
/** Names and values of fields. */
export type Fields = ReadonlyMap<string, string>;

/** The columns of our tables, and the types of what they store. */
export async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await db.execute<Column>(sql`
    select column_name as name, array_agg(distinct data_type)::text[] as types from information_schema.columns
    where table_schema = 'public' group by column_name order by column_name`);
  return rows;
}

/** As many as a form has room for beside its own. */
const FIELDS = FIELD_LIMIT - 100;

/**
 * Fields with the names of our code, then those of the database, in parts that a form has room for. A name of columns with
 * several types has a value of one type among the first and of another among the second.
 * @param form its number, so that a value that was written names its form.
 */
export function hostileFields(columns: readonly Column[], form: number): Fields[] {
  const inCode = new Map<string, string>();
  const inDatabase = new Map<string, string>();
  for (const { name, types } of columns) {
    const camel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    inCode.set(camel, hostileValue(types[0] ?? '', form));
    inDatabase.set(name, hostileValue(types.at(-1) ?? '', form));
    if (types.includes('boolean')) inDatabase.set(camel, 'on').set(name, 'true');
  }
  // For staff it would be a reason to let someone in.
  inDatabase.set('role', 'admin');
  return [inCode, inDatabase].flatMap((fields) => {
    const all = [...fields];
    const parts = Math.ceil(all.length / FIELDS);
    return Array.from({ length: parts }, (_, part) => new Map(all.slice(part * FIELDS, (part + 1) * FIELDS)));
  });
}

function hostileValue(type: string, form: number): string {
  const number = String(form).padStart(4, '0');
  switch (type) {
    case 'integer':
    case 'bigint':
    case 'numeric':
    case 'double precision':
      return `${DIGITS}${number}`;
    case 'uuid':
      return `${DIGITS}273-${number}-4000-8000-000000000000`;
    case 'date':
      return '2191-08-27';
    case 'timestamp with time zone':
      return '2191-08-27T09:18:27Z';
    default:
      // For a column of JSON or of true and false the database refuses it, and the answer is a 500.
      return `qzx-${DIGITS}-${number}`;
  }
}

/** The rows with a hostile value, and the tables with any row, that were written since this transaction. */
export async function writtenSince(
  db: Database,
  transaction: number,
): Promise<{ hostile: string[]; tables: string[] }> {
  const { rows: all } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by name`);
  const hostile: string[] = [];
  const tables: string[] = [];
  for (const { name } of all) {
    const { rows } = await db.execute<{ row: string; isHostile: boolean }>(sql`
      select t::text as row, t::text ~ ${HOSTILE} as "isHostile" from ${sql.raw(name)} as t
      where xmin::text::bigint >= ${transaction}`);
    if (rows.length > 0) tables.push(name);
    for (const { row, isHostile } of rows) if (isHostile) hostile.push(`${name} ${row.slice(0, 600)}`);
  }
  return { hostile, tables };
}

export type PageForm = {
  /** The same for forms that differ only in their values. */
  key: string;
  path: string;
  fields: FormData;
  isMultipart: boolean;
  /** Of all its fields and buttons, sent or not. */
  names: ReadonlySet<string>;
};

/** An address without what differs from row to row. */
export const withoutIds = (path: string): string => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '0');

/**
 * Each button of each form that posts, with what is required filled in: a form that is refused writes nothing.
 * @param known what to fill in, by name or by address and name.
 */
export async function formsOf(
  html: string,
  url: URL,
  known: Readonly<Record<string, string>>,
): Promise<PageForm[]> {
  const dom = readDom(html);
  const found = new Map<string, PageForm>();
  for (const form of dom.elements.filter(({ name }) => name === 'form')) {
    const controls = dom.elements.filter((each) => each.attribs.name && formOf(each, dom) === form);
    const files: Files = new Map();
    for (const control of controls) {
      const called = control.attribs.name ?? '';
      const value = known[`${url.pathname}${url.search} ${called}`] ?? known[called];
      await complete(control, dom, { files, value });
    }
    const names = new Set(controls.map(({ attribs }) => attribs.name ?? ''));
    const buttons = dom.elements.filter((each) => isSubmit(each) && formOf(each, dom) === form);
    for (const button of buttons.length > 0 ? buttons : [null]) {
      const { method, action, isMultipart } = wayOf(form, button);
      if (method !== 'post') continue;
      const fields = entriesOf(form, button, dom, files);
      const to = new URL(action, url);
      const key = `${withoutIds(to.pathname)} ${fields.get('intent') ?? ''} ${[...names].toSorted()}`;
      if (!found.has(key)) found.set(key, { key, path: to.pathname + to.search, fields, isMultipart, names });
    }
  }
  return [...found.values()];
}

async function complete(
  control: Element,
  dom: Dom,
  { files, value }: { files: Files; value: string | undefined },
): Promise<void> {
  const { name, attribs } = control;
  if (attribs.disabled !== undefined || attribs.readonly !== undefined) return;
  const isNeeded = attribs.required !== undefined || value !== undefined;
  if (attribs.type === 'file') files.set(control, await aFile(attribs.accept ?? ''));
  else if (attribs.type === 'radio') {
    const group = dom.elements.filter(
      (each) => each.attribs.type === 'radio' && each.attribs.name === attribs.name,
    );
    if (group.every((each) => each.attribs.checked === undefined)) tick(control, true, dom);
  } else if (contentOf(control) !== '' && attribs.type !== 'checkbox') {
    // A form that changes nothing may be saved without a write.
    const isTyped = name === 'textarea' || (name === 'input' && (attribs.type ?? 'text') === 'text');
    if (isTyped && /^[a-z ]+$/i.test(contentOf(control))) fill(control, `${contentOf(control)} Too`);
  } else if (!isNeeded) return;
  else if (attribs.type === 'checkbox') tick(control, true, dom);
  else if (name === 'select') choose(control, { index: 1 });
  else if (name === 'input' || name === 'textarea') fill(control, value ?? valueFor(attribs));
}

function valueFor({ type = 'text', min, max, maxlength, name = '' }: Element['attribs']): string {
  switch (type) {
    case 'email':
      return `${crypto.randomUUID()}@example.com`;
    case 'tel':
      return '(607) 555-0142';
    case 'number':
      return min ?? '1';
    case 'date':
      return max ?? min ?? '1990-06-15';
    case 'password':
      return maxlength === '6' ? '408213' : 'kettle-orbit-mossy';
    default:
      return /price|points|units|quantity|rate|mg/i.test(name) ? '1' : 'Kestrel Moon';
  }
}

async function aFile(accept: string): Promise<File> {
  if (/image|png|jpe?g/i.test(accept)) {
    const image = { create: { width: 640, height: 400, channels: 3, background: '#c8a24a' } } as const;
    const bytes = new Uint8Array(await sharp(image).jpeg().toBuffer());
    return new File([bytes], 'picture.jpg', { type: 'image/jpeg' });
  }
  if (accept.includes('pdf'))
    return new File(['%PDF-1.4\n%%EOF\n'], 'paper.pdf', { type: 'application/pdf' });
  return new File(['name,retail_price\nKestrel Moon,45.00\n'], 'products.csv', { type: 'text/csv' });
}

/** The form's body with these fields before its own: of two values of a field the first counts. */
export function bodyOf({ fields, isMultipart }: PageForm, extra: Fields): FormData | URLSearchParams {
  if (isMultipart) {
    const body = new FormData();
    for (const [name, value] of [...extra, ...fields]) body.append(name, value);
    return body;
  }
  return new URLSearchParams([...extra, ...fields].map(([name, value]) => [name, String(value)]));
}
