/** Describes the API as OpenAPI 3.1, from the schemas that parse its requests and shape its answers. */
import { z } from 'zod';
import { type ApiScope, apiScopes, scopeWords } from '#core/accounts/api-tokens/api-token.ts';
import { curlOf } from './curl.ts';
import { EXAMPLE_KEY } from './examples.ts';
import type { Operation } from './operation.ts';
import { named, problem } from './schemas.ts';
import { webhookMessages } from './webhooks.ts';

type Json = Record<string, unknown>;

const uri = (id: string) => `#/components/schemas/${id}`;

/** What programs send may leave out what has a default; what they get is whole. */
function jsonSchema(schema: z.ZodType): Json {
  const id = named.get(schema)?.id;
  return id ? { $ref: uri(id) } : plain(z.toJSONSchema(schema, { io: 'input' }));
}

/** Without the members that only a document of its own has. */
function plain({ $schema: _, $id: __, ...schema }: Json): Json {
  return schema;
}

const refusalWords: Readonly<Record<number, string>> = {
  400: 'The address or the body cannot be read.',
  401: 'The token is missing, expired or revoked.',
  403: 'The token does not have the scope, or the customer may not do this.',
  404: 'Not found.',
  409: 'The state does not allow it, or has changed.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body is not JSON.',
  422: 'Something in the request is wrong; `errors` says what.',
  429: 'Too many requests; see `Retry-After`.',
  500: 'Something went wrong on our side.',
  503: 'Try again in a moment; see `Retry-After`.',
};

/** Every status with which an operation can refuse. */
function refusalsOf({ refusals, body, scope }: Operation): number[] {
  const always = [400, 401, 414, 422, 429, 500, 503, ...(scope === null ? [] : [403])];
  return [...always, ...refusals, ...(body ? [413, 415] : [])].toSorted((a, b) => a - b);
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query', { example }: Operation): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as Json;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(example[place]?.[name] === undefined ? {} : { example: exampleOf(rest, example[place][name]) }),
    };
  });
}

/** The text of an address as the value that its schema means. */
function exampleOf({ type }: Json, text: string): unknown {
  if (type === 'array') return text.split(',').map(Number);
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

const tags = [
  { name: 'Menu', description: 'What the store sells, and when it can be picked up.' },
  { name: 'Own orders', description: 'A customer’s own orders.' },
  { name: 'Inventory', description: 'The store’s lots.' },
  { name: 'Orders', description: 'The store’s orders.' },
  { name: 'Webhooks', description: 'Messages to programs of partners.' },
] as const;

const tagOfScope: Readonly<Record<ApiScope, (typeof tags)[number]['name']>> = {
  'menu.read': 'Menu',
  'own-orders.read': 'Own orders',
  'own-orders.write': 'Own orders',
  'inventory.read': 'Inventory',
  'inventory.write': 'Inventory',
  'orders.read': 'Orders',
  'orders.write': 'Orders',
};

const headers = {
  ETag: { description: 'Names this answer, whatever its compression.', schema: { type: 'string' } },
  RateLimit: {
    description: 'Requests left (`r`), and the seconds until there are more (`t`).',
    schema: { type: 'string' },
    example: '"token";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"token";q=300;w=60',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const withHeaders = (...names: (keyof typeof headers)[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});

const tagParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that you have.',
  schema: { type: 'string' },
};

const keyParameter = (key: 'requires' | 'accepts') => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: key === 'requires',
  description:
    key === 'requires'
      ? 'A UUID that you make for each order. Sent again, it answers with the same order.'
      : 'A UUID that you make for each change. Sent again within two days, it changes nothing and has the same answer; with another body it is refused. A refusal is not stored.',
  schema: { type: 'string', format: 'uuid' },
  example: EXAMPLE_KEY,
});

function operationJson(operation: Operation, server: string): Json {
  const { id, summary, description, scope, params, query, body, answer, status, key, example } = operation;
  const refusals = refusalsOf(operation).map((each) => [
    String(each),
    {
      description: refusalWords[each],
      ...(each === 429 || each === 503 ? withHeaders('Retry-After') : {}),
      content: { 'application/problem+json': { schema: jsonSchema(problem) } },
    },
  ]);
  return {
    operationId: id,
    summary,
    description: scope === null ? description : `${description} Scope: \`${scope}\`.`,
    tags: [scope === null ? 'Menu' : tagOfScope[scope]],
    // Scopes are the description's: OpenAPI's lists of them are for OAuth 2 alone.
    security: scope === null ? [] : [{ token: [] }],
    ...(scope === null ? {} : { 'x-scope': scope }),
    parameters: [
      ...parametersOf(params, 'path', operation),
      ...parametersOf(query, 'query', operation),
      ...(key ? [keyParameter(key)] : []),
      ...(operation.method === 'GET' ? [tagParameter] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(body), example: example.body } },
          },
        }
      : {}),
    responses: {
      [String(status)]: {
        description: 'Done.',
        ...withHeaders(
          'RateLimit',
          'RateLimit-Policy',
          ...(operation.method === 'GET' ? (['ETag'] as const) : []),
        ),
        content: { 'application/json': { schema: jsonSchema(answer), example: example.answer } },
      },
      ...(operation.method === 'GET'
        ? { 304: { description: 'Not changed since the `ETag` you sent.', ...withHeaders('ETag') } }
        : {}),
      ...Object.fromEntries(refusals),
    },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlOf(operation, server) }],
  };
}

const signatureWords =
  'Signed by Standard Webhooks (`v1`): HMAC-SHA256 with the endpoint’s secret over `webhook-id.webhook-timestamp.body`. Refuse a timestamp that is more than five minutes off, and what you do not know by its `webhook-id`, do once. The order of messages is not certain.';
const webhookHeaders = [
  ['webhook-id', 'The same for every attempt.'],
  ['webhook-timestamp', 'Of this attempt, in seconds since 1970.'],
  ['webhook-signature', 'Signatures with spaces between; one of them must be right.'],
].map(([name, description]) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
}));

function webhookJson({ type, summary, words, body }: (typeof webhookMessages)[number]): Json {
  return {
    post: {
      operationId: `webhook.${type}`,
      tags: ['Webhooks'],
      // Signed, which no security scheme of OpenAPI describes.
      security: [],
      summary,
      description: `${words} ${signatureWords}`,
      parameters: webhookHeaders,
      requestBody: { required: true, content: { 'application/json': { schema: bodySchema(body) } } },
      responses: {
        '2XX': {
          description: 'You have it. Answer within ten seconds; we read no more than the first words.',
        },
        410: { description: 'You want no more messages: the endpoint is turned off.' },
        default: { description: 'We try again, for a day and a half. Redirects are not followed.' },
      },
    },
  };
}

/** `data` is a reference where its shape has a name. */
function bodySchema(body: z.ZodObject): Json {
  const { data, ...rest } = body.shape;
  const { properties, ...schema } = plain(z.toJSONSchema(z.strictObject(rest))) as { properties: Json };
  return {
    ...schema,
    properties: { ...properties, data: jsonSchema(data as z.ZodType) },
    required: Object.keys(body.shape),
  };
}

/** @param origin the shop's public address. @param contact the store's */
export function describeApi(
  operations: readonly Operation[],
  { origin, contact }: { origin: string; contact: { name: string; email: string } },
): Json {
  const server = `${origin}/api/v1`;
  const { schemas } = z.toJSONSchema(named, { uri, io: 'input' });
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationJson(operation, server),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farmgate',
      version: '1.0.0',
      contact: {
        name: contact.name,
        url: `${origin}/developers`,
        ...(contact.email ? { email: contact.email } : {}),
      },
      license: { name: 'For the store, its customers and partners', url: `${origin}/terms` },
      description:
        'The menu, inventory and orders of the store. Amounts are whole US cents. Times are UTC, dates are of the store’s time zone. Lists have `next`, the cursor of the next page. Scopes: ' +
        apiScopes.map((scope) => `\`${scope}\`: ${scopeWords[scope]}.`).join(' '),
    },
    servers: [{ url: server }],
    tags,
    paths,
    webhooks: Object.fromEntries(webhookMessages.map((each) => [each.type, webhookJson(each)])),
    components: {
      headers,
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema as Json)])),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token from the store, or from a customer’s Security page.',
        },
      },
    },
  };
}
