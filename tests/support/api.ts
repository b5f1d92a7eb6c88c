/** A client of the API that knows only its description. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ApiScope } from '#core/accounts/api-tokens/api-token.ts';
import { secretHash } from '#core/accounts/api-tokens/create-token.server.ts';
import type { Database } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';

export type Json = Record<string, unknown>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json };
type Answers = Record<string, { content?: Record<string, { schema: Json; example?: unknown }> }>;
export type Described = {
  operationId: string;
  method: string;
  path: string;
  /** '' if no token is needed. */
  scope: string;
  parameters: Parameter[];
  body: Json | null;
  example: unknown;
  /** The status of success, and its documented answer. */
  done: string;
  answer: unknown;
  responses: Answers;
};

/** A live token of this person, as a form would have created it. */
export async function aToken(
  db: Database,
  { userId }: { userId: string },
  wanted: { scopes: readonly ApiScope[]; forStore: boolean; expiresAt?: Date; createdAt?: Date },
): Promise<string> {
  const secret = `fg_live_${randomBytes(32).toString('base64url')}`;
  await db.insert(apiTokens).values({
    userId,
    name: 'Test',
    prefix: secret.slice(0, 12),
    secretHash: secretHash(secret),
    expiresAt: new Date(Date.now() + 3_600_000),
    ...wanted,
    scopes: [...wanted.scopes],
  });
  return secret;
}

/** Reads the description, and follows it. */
export async function apiClient(origin: string) {
  const response = await fetch(`${origin}/api/v1/openapi.json`);
  const description = (await response.json()) as Json;
  const server = (description.servers as { url: string }[])[0]?.url ?? '';
  const root = description.paths as Record<string, Record<string, Json>>;
  const whole = (value: unknown): unknown => resolved(value, description);
  const operations = Object.entries(root).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Described => {
      const body = operation.requestBody as
        | { content: Record<string, { schema: Json; example?: unknown }> }
        | undefined;
      const json = body?.content['application/json'];
      const responses = whole(operation.responses) as Answers;
      const done = Object.keys(responses).find((status) => status.startsWith('2')) ?? '';
      return {
        operationId: String(operation.operationId),
        method: method.toUpperCase(),
        path,
        scope: (operation['x-scope'] as string | undefined) ?? '',
        parameters: whole(operation.parameters) as Parameter[],
        body: json ? (whole(json.schema) as Json) : null,
        example: json?.example,
        done,
        answer: responses[done]?.content?.['application/json']?.example,
        responses,
      };
    }),
  );
  const find = (id: string) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`${id} is not described`);
    return operation;
  };
  return { description, operations, find, send: sender(server) };
}

export type Sent = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Sends what the operation asks for, and returns the answer with what its description says against it. */
const sender =
  (server: string) =>
  async (
    operation: Described,
    token: string | null,
    { path = {}, query = {}, body, headers = {} }: Sent = {},
  ) => {
    const to = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    const answer = await fetch(`${server}${to}${search ? `?${search}` : ''}`, {
      method: operation.method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      against: complaint(operation, answer, text),
    };
  };

const parsers = new WeakMap<object, z.ZodType>();

/** null if the answer is one that the description has. */
export function complaint(
  operation: Described,
  answer: Pick<Response, 'status' | 'headers'>,
  text: string,
): string | null {
  const described = operation.responses[String(answer.status)];
  if (!described) return `${answer.status} is not described`;
  if (!described.content) return text === '' ? null : 'a body is not described';
  const [type = '', media] = Object.entries(described.content)[0] ?? [];
  if (!answer.headers.get('content-type')?.startsWith(type))
    return `${answer.headers.get('content-type')} is not ${type}`;
  const schema = media?.schema as Json;
  const parser = parsers.get(schema) ?? z.fromJSONSchema(schema as never);
  parsers.set(schema, parser);
  const parsed = parser.safeParse(JSON.parse(text));
  return parsed.success ? null : JSON.stringify(parsed.error.issues);
}

/** Without references; `root` has what they name. */
function resolved(value: unknown, root: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, root));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Json;
  if (typeof $ref === 'string') {
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Json)[name], root);
    if (found === undefined) throw new Error(`${$ref} is not described`);
    return resolved(found, root);
  }
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, resolved(each, root)]));
}
