import { describe, expect, test } from 'vitest';
import { apiView, fieldRows } from './api-view.ts';

describe('a row', () => {
  const row = (schema: object, required: string[] = []) =>
    fieldRows({ properties: { field: schema }, required })[0];

  test.each([
    [{ type: 'integer', minimum: 1, maximum: 1000, default: 50 }, 'integer, 1 to 1,000, default 50'],
    [{ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
    [
      { anyOf: [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, { type: 'null' }] },
      'integer or null, at least 0',
    ],
    [{ type: 'integer', minimum: 1, maximum: 2_147_483_647 }, 'integer, at least 1'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'string', enum: ['few', 'none'] }, 'few, none'],
    [{ type: 'string', format: 'date-time' }, 'date and time'],
    [
      { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 9 },
      'list of integer, 1 to 9 items',
    ],
    [{ type: 'string', maxLength: 60, default: '' }, 'string, at most 60 characters, default empty'],
    [{ const: 'about:blank' }, '"about:blank"'],
  ])('of %j says “%s”', (schema, type) => {
    expect(row(schema)).toMatchObject({ type, refersTo: null, isRequired: false });
  });

  test('names a schema that has a name, alone or in a list', () => {
    const named = { $ref: '#/components/schemas/Product' };
    expect(row(named)).toMatchObject({ type: '', refersTo: 'Product' });
    expect(row({ type: 'array', items: named }, ['field'])).toMatchObject({
      type: 'list of',
      refersTo: 'Product',
      isRequired: true,
    });
  });
});

test('fields of fields follow with their whole name, also in lists and where null is possible', () => {
  const inner = { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'] };
  const rows = fieldRows({
    properties: {
      facets: { type: 'object', properties: { categories: { type: 'array', items: inner } } },
      offer: { anyOf: [inner, { type: 'null' }] },
    },
  });
  expect(rows.map(({ name }) => name)).toEqual([
    'facets',
    'facets.categories',
    'facets.categories[].slug',
    'offer',
    'offer.slug',
  ]);
});

test('an operation that needs no token has no scope', () => {
  const operation = { operationId: 'x', summary: 'X', description: 'X.', responses: {}, security: [] };
  expect(apiView({ paths: { '/x': { get: operation } } }).operations[0]).toMatchObject({
    method: 'GET',
    scope: null,
    body: null,
  });
});
