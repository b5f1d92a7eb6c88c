/** Reads the API's description as the page for developers shows it: plain rows instead of nested schemas. */
import { formatNumber, MAX_INTEGER } from '#kernel/number.ts';

type Json = Readonly<Record<string, unknown>>;

/** One field of a schema, or one parameter. */
export type FieldRow = {
  /** 'facets.categories[].slug' */
  name: string;
  /** 'integer, 1 to 100, default 50'; without the schema that `refersTo` names. */
  type: string;
  /** A schema with a name of its own. */
  refersTo: string | null;
  isRequired: boolean;
  words: string;
  /** Where a parameter goes; null for a field of a schema. */
  place: string | null;
};

export type AnswerRow = { status: string; words: string };

export type OperationView = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** null if no token is needed. */
  scope: string | null;
  parameters: FieldRow[];
  /** The name of the schema, or its rows. */
  body: { refersTo: string | null; rows: FieldRow[] } | null;
  curl: string;
  answer: { status: string; refersTo: string | null; example: string };
  refusals: AnswerRow[];
};

export type SchemaView = { name: string; rows: FieldRow[] };

export type ApiView = { server: string; operations: OperationView[]; schemas: SchemaView[] };

const json = (value: unknown): Json => (value ?? {}) as Json;
const entries = (value: unknown): [string, Json][] => Object.entries(json(value)) as [string, Json][];
const schemaName = (schema: Json): string | null =>
  typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? null) : null;

export function apiView(description: Json): ApiView {
  const [server] = (description.servers ?? []) as { url: string }[];
  return {
    server: server?.url ?? '',
    operations: entries(description.paths).flatMap(([path, methods]) =>
      entries(methods).map(([method, operation]) => operationView(path, method, operation)),
    ),
    schemas: entries(json(description.components).schemas).map(([name, schema]) => ({
      name,
      rows: fieldRows(schema),
    })),
  };
}

function operationView(path: string, method: string, operation: Json): OperationView {
  const [sample] = (operation['x-codeSamples'] ?? []) as { source: string }[];
  const answers = entries(operation.responses);
  const [done = ['', {}]] = answers.filter(([status]) => status.startsWith('2'));
  const media = mediaOf(done[1]);
  const body = operation.requestBody ? mediaOf(operation.requestBody) : null;
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: String(operation.summary),
    description: String(operation.description),
    scope: (operation['x-scope'] as string | undefined) ?? null,
    parameters: ((operation.parameters ?? []) as Json[]).map(parameterRow),
    body: body && { refersTo: schemaName(json(body.schema)), rows: fieldRows(json(body.schema)) },
    curl: sample?.source ?? '',
    answer: {
      status: done[0],
      refersTo: schemaName(json(media.schema)),
      example: JSON.stringify(media.example, null, 2),
    },
    refusals: answers
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, { description }]) => ({ status, words: String(description) })),
  };
}

const mediaOf = (content: unknown): Json => json(json(json(content).content)['application/json']);

function parameterRow(parameter: Json): FieldRow {
  const schema = json(parameter.schema);
  return {
    name: String(parameter.name),
    ...typeOf(schema),
    isRequired: parameter.required === true,
    words: String(parameter.description ?? ''),
    place: String(parameter.in),
  };
}

/** Fields of fields have their names with a dot; what has a name of its own is not opened. */
export function fieldRows(schema: Json, before = ''): FieldRow[] {
  const required = (schema.required ?? []) as string[];
  return entries(schema.properties).flatMap(([field, property]) => {
    const name = `${before}${field}`;
    const row = {
      name,
      ...typeOf(property),
      isRequired: required.includes(field),
      words: String(property.description ?? ''),
      place: null,
    };
    return [row, ...innerRows(withoutNull(property), name)];
  });
}

function innerRows(schema: Json, name: string): FieldRow[] {
  if (schema.type === 'array') return innerRows(withoutNull(json(schema.items)), `${name}[]`);
  return schema.properties ? fieldRows(schema, `${name}.`) : [];
}

const isNull = (schema: Json) => schema.type === 'null';

function withoutNull(schema: Json): Json {
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((each) => each !== 'null') };
  const choices = (schema.anyOf ?? []) as Json[];
  const others = choices.filter((each) => !isNull(each));
  return others.length === 1 && others.length < choices.length ? json(others[0]) : schema;
}

function typeOf(schema: Json): { type: string; refersTo: string | null } {
  const bare = withoutNull(schema);
  const orNull = bare === schema ? '' : ' or null';
  const refersTo = schemaName(bare) ?? (bare.type === 'array' ? schemaName(json(bare.items)) : null);
  const rest =
    schema.default === undefined || schema.default === null ? '' : `, default ${defaultOf(schema)}`;
  return { type: `${nameOf(bare)}${orNull}${boundsOf(bare)}${rest}`, refersTo };
}

const defaultOf = ({ default: value }: Json) => (value === '' ? 'empty' : String(value));

function nameOf(schema: Json): string {
  if (schemaName(schema)) return '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.join(', ');
  if (schema.type === 'array') return `list of ${nameOf(json(schema.items)) || ''}`.trimEnd();
  if (schema.format === 'date-time') return 'date and time';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'uuid') return 'UUID';
  if (schema.format === 'uri') return 'URL';
  return String(schema.type ?? 'any');
}

/** What an integer of the database holds is no bound that anyone must know. */
const isBound = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < MAX_INTEGER;

function boundsOf(schema: Json): string {
  const { minimum, maximum, minItems, maxItems, maxLength } = schema;
  if (isBound(minimum) && isBound(maximum)) return `, ${formatNumber(minimum)} to ${formatNumber(maximum)}`;
  if (isBound(minimum)) return `, at least ${minimum}`;
  if (isBound(minItems) && isBound(maxItems)) return `, ${minItems} to ${maxItems} items`;
  return isBound(maxLength) ? `, at most ${maxLength} characters` : '';
}
