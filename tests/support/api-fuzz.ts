/**
 * Requests made from the API's own description: mostly what it asks for, with one or several things wrong. Whatever is
 * sent, the answer must be one that the description has, and never an error of ours.
 */
import { type IncomingHttpHeaders, request } from 'node:http';
import fc from 'fast-check';
import { complaint, type Described, type Json } from './api.ts';

/** Values that exist in the shop, by the name of the field or parameter, so that requests get past the first check. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** What no schema of ours means. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, -1, 0, 0.5, 1e308, -0, 2 ** 53, 2 ** 31, '', ' ', '0x10', '1e3', 'NaN', '٣'],
    ...[
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\udfff\ud800',
      '\u202e',
      '𝕏'.repeat(30),
      '../../etc/passwd',
      '%00',
      '%2e%2e%2f',
    ],
    ...[
      "' or 1=1--",
      '$1',
      '#{7*7}',
      '{{7*7}}',
      '\r\nSet-Cookie: a=b',
      'ORD',
      'ORD0',
      'ord001',
      'constructor',
    ],
    ...[[], {}, [[]], [null], { $ref: '#' }],
  ),
  fc.constant('x'.repeat(1500)),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant(JSON.parse('{"__proto__":{"a":1}}')),
);

/** Values that the schema takes, most of the time. */
function valuesOf(schema: Json, known: Known, name = ''): fc.Arbitrary<unknown> {
  const real = known[name] ?? [];
  return fc.oneof(
    { weight: 6, arbitrary: validOf(schema, known) },
    { weight: real.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(...(real.length > 0 ? real : [null])) },
    { weight: 1, arbitrary: odd },
  );
}

function validOf(schema: Json, known: Known): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => validOf(each, known)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const { minimum = -1000, maximum = 1000 } = schema as { minimum?: number; maximum?: number };
  switch (type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items as Json, known), { minLength: 1, maxLength: 3 });
    case 'object': {
      const entries = Object.entries((schema.properties ?? {}) as Record<string, Json>);
      const members = Object.fromEntries(entries.map(([name, each]) => [name, valuesOf(each, known, name)]));
      const required = (schema.required ?? []) as string[];
      // Whole most of the time, sometimes with members missing, sometimes with one too many.
      return fc.oneof(
        { weight: 6, arbitrary: fc.record(members, { requiredKeys: required }) },
        { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
        { weight: 1, arbitrary: fc.record({ ...members, surplus: odd }) },
      );
    }
    default:
      return textOf(schema);
  }
}

function textOf({ pattern, format, maxLength }: Json): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  if (format === 'uuid') return fc.uuid();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ maxLength: Math.min(Number(maxLength ?? 40), 40) });
}

type Headers = Record<string, string>;

/** One request; `path` is below the API's address, as it goes over the wire. */
export type Attack = { path: string; headers: Headers; body: Buffer | null; isHead: boolean };

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

const brokenBodies = [
  ...['{', '', '[]', '"x"', 'null', '1', 'true', '{}{}', '{"a":1,}', "{'a':1}", '\ufeff{}', 'NaN'],
  `{"lines":${'['.repeat(5000)}}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  'x'.repeat(70_000),
  `{"reason":"${'x'.repeat(63_000)}"}`,
  '{"lines":"\\u0000"}',
  '{"lines":"\\ud800"}',
  '{"__proto__":{"isAdmin":true},"constructor":1}',
  `{${Array.from({ length: 3000 }, (_, at) => `"k${at}":1`).join(',')}}`,
].map((text) => Buffer.from(text));
const broken = fc.oneof(
  fc.constantFrom(
    ...brokenBodies,
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from([0x7b, 0xc3, 0x28]),
  ),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

const otherTypes = fc.constantFrom<Headers>(
  {},
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json; charset="',
    'application/jsonx',
    'APPLICATION/JSON',
    ';',
  ].map((type) => ({ 'content-type': type })),
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
);

const otherHeaders = fc.constantFrom<Headers>(
  {},
  { 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(500) },
  { accept: 'text/html' },
  { accept: '\u00ff' },
  { origin: 'https://evil.example', cookie: 'farmgate.session_token=x' },
  { 'x-forwarded-for': '\u00e9, 1.2.3.4', 'x-request-id': '../x' },
  { range: 'bytes=0-0' },
  { 'sec-fetch-site': 'cross-site' },
);

const badTokens = fc.constantFrom(
  ...[
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'bearer fg_live_',
    `Bearer fg_live_${'A'.repeat(43)}`,
    'Bearer null',
  ],
  ...[`Bearer ${'x'.repeat(5000)}`, "Bearer ' or 1=1--", 'Bearer \u00e9\u00ff', 'Bearer a b', 'fg_live_'],
);

const key = fc.oneof(
  { weight: 6, arbitrary: fc.uuid().map((uuid): string | null => uuid) },
  { weight: 1, arbitrary: fc.constantFrom<string | null>(null, '', 'x', '{}', 'x'.repeat(3000), '\u00e9') },
);

/** @param token of the operation's own scope. */
export function attacksOn(operation: Described, token: () => string, known: Known): fc.Arbitrary<Attack> {
  const of = (place: string) => operation.parameters.filter((each) => each.in === place);
  const parts = fc.record(
    Object.fromEntries(
      of('path').map(({ name, schema }) => [
        name,
        // An empty or dotted part is another path.
        valuesOf(schema, known, name).map((value) => (/^\.*$/.test(String(value)) ? '0' : encoded(value))),
      ]),
    ),
  );
  const query = fc.record(
    Object.fromEntries(
      of('query').map(({ name, schema }) => [name, valuesOf(schema, known, name).map(encoded)]),
    ),
    { requiredKeys: of('query').flatMap(({ name, required }) => (required ? [name] : [])) },
  );
  const surplus = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'a=1',
        '__proto__=1',
        'limit=1&limit=2',
        '%00=1',
        '=',
        '%zz',
        '&'.repeat(300),
        'limit',
        'cursor[]=1',
      ),
    },
  );
  const isWriting = operation.method !== 'GET';
  const body = operation.body
    ? fc.oneof(
        {
          weight: 5,
          arbitrary: valuesOf(operation.body, known).map((value) => Buffer.from(JSON.stringify(value) ?? '')),
        },
        { weight: 1, arbitrary: broken },
      )
    : fc.constant(null);
  return fc
    .record({
      parts,
      query,
      surplus,
      body,
      key,
      type: fc.oneof(
        { weight: 7, arbitrary: fc.constant<Headers>({ 'content-type': 'application/json' }) },
        { weight: 1, arbitrary: otherTypes },
      ),
      extra: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Headers>({}) },
        { weight: 1, arbitrary: otherHeaders },
      ),
      bad: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: badTokens },
      ),
      isHead: fc.oneof(
        { weight: 12, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(!isWriting) },
      ),
    })
    .map(({ parts, query, surplus, body, key, type, extra, bad, isHead }) => {
      const at = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name]));
      const search = [...Object.entries(query).map(([name, value]) => `${name}=${value}`), surplus]
        .filter((each) => each !== '')
        .join('&');
      const authorization = bad === undefined ? `Bearer ${token()}` : bad;
      return {
        path: `${at}${search ? `?${search}` : ''}`,
        headers: {
          ...(authorization === null ? {} : { authorization }),
          ...(key === null || !isWriting ? {} : { 'idempotency-key': key }),
          ...(body ? type : {}),
          ...extra,
        },
        body,
        isHead,
      };
    });
}

export type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends it as it is: `fetch` would repair some of it. */
export function sendAttack(
  server: string,
  method: string,
  { path, headers, body, isHead }: Attack,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server}${path}`,
      {
        method: isHead ? 'HEAD' : method,
        headers: { ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** What the description says against an answer; null if nothing. */
export function wrongWith(
  operation: Described,
  attack: Attack,
  { status, headers, text }: Answered,
): string | null {
  if (status >= 500) return `${status} ${text}`;
  const described = operation.responses[String(status)];
  if (attack.isHead)
    return described ? (text === '' ? null : 'HEAD has a body') : `${status} is not described`;
  const answer = new Response(null, {
    status: 200,
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
  return complaint(operation, { status, headers: answer.headers }, text);
}
