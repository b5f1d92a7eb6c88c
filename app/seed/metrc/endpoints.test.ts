/**
 * The stand-in against the vendor's list of endpoints (tests/support/metrc-endpoints-v2.json): paths, methods, names of
 * parameters, permissions, and the names and types of fields in requests and answers.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptDelivery, setHold } from './by-hand.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import type { Metrc } from './start-metrc.ts';
import { addPackage, addTransfer } from './state.ts';
import { LICENSE, labelOf, NOON, type OpenMetrc, openMetrc, saleOf, WIDE } from './testing/open-metrc.ts';

type Labels = [string, string, string, string, string, string];

type Listed = {
  name: string;
  method: string;
  path: string;
  query: Record<string, string> | [];
  permissions: string[];
  request: unknown;
  response: unknown;
};

const vendors = JSON.parse(readFileSync('tests/support/metrc-endpoints-v2.json', 'utf8')) as Listed[];
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const vendorsOf = (endpoint: Endpoint) => vendors.find((each) => nameOf(each) === nameOf(endpoint));

/** Endpoints of the list that the stand-in does not serve, and why. */
const NOT_SERVED: Record<string, string> = {
  'GET /employees/v2': 'the shop has its own staff',
  'GET /items/v2/categories': 'items are made by who packages them',
  'GET /locations/v2/types': 'the shop moves packages between locations that exist',
  'PUT /packages/v2/adjust': 'its example does not say how it differs from POST',
  'GET /packages/v2/transferred': 'a retailer transfers nothing away here',
  'GET /transfers/v2/types': 'a retailer starts no transfer here',
  'GET /wastemethods/v2': 'a retailer’s waste is an adjustment',
  'PUT /webhooks/v2': 'no example of what a webhook sends',
  'GET /webhooks/v2': 'no example of its answer',
};

/** Parameters that recordings have and the list lacks. */
const UNLISTED: Record<string, string[]> = {
  'GET /packages/v2/adjustments': ['lastModifiedStart', 'lastModifiedEnd'],
};

/** The list names these permissions by their pages in Metrc. */
const OTHER_WORDS = ['POST /sales/v2/receipts', '/retailid/'];

test('the stand-in serves every endpoint of the list but those with a reason', () => {
  const served = endpoints.map(nameOf);
  expect(vendors.map(nameOf).filter((name) => !served.includes(name))).toEqual(Object.keys(NOT_SERVED));
  expect(new Set(served).size).toBe(served.length);
  expect(served.length).toBeGreaterThan(40);
});

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('is in the list, with its parameters', () => {
    const listed = vendorsOf(endpoint);
    expect([...Object.keys(listed?.query ?? { none: '' }), ...(UNLISTED[name] ?? [])].sort()).toEqual(
      [...endpoint.query].sort(),
    );
  });

  test('needs a permission that the list names', () => {
    const wanted = endpoint.door.needs ?? [];
    const isInOtherWords = OTHER_WORDS.some((words) => name.includes(words));
    expect(
      wanted.filter((each) => !isInOtherWords && !vendorsOf(endpoint)?.permissions.includes(each)),
    ).toEqual([]);
  });
});

const sent = endpoints.flatMap((each) =>
  each.kind === 'write' && each.method !== 'DELETE' ? [[nameOf(each), each] as const] : [],
);

test.each(sent)('%s reads all fields of the example’s request', (_, endpoint) => {
  const [example, ...others] = (vendorsOf(endpoint)?.request ?? []) as unknown[];
  expect(endpoint.schema.parse(example)).toEqual(example);
  expect(others).toEqual([]);
});

/** What an answer's example has by chance. */
const CHANCE: Record<string, string[]> = {
  // Its example is a finished package.
  'GET /packages/v2/intransit': ['answer.Data[0].FinishedDate is null, not date'],
  // A package of one set of labels has no siblings.
  'GET /retailid/v2/receive/{label}': ['answer.SiblingTags is empty'],
  'GET /retailid/v2/receive/qr/{shortCode}': ['answer.SiblingTags is empty'],
};

/** Where an answer differs from its example, as sentences. What is null in the example may be any plain value. */
function differences(example: unknown, answer: unknown, at = 'answer'): string[] {
  if (example === null) return typeof answer === 'object' && answer !== null ? [`${at} is an object`] : [];
  if (Array.isArray(example)) return differencesOfLists(example, answer, at);
  if (typeof example !== 'object' || typeof answer !== 'object' || answer === null)
    return kindOf(example) === kindOf(answer) ? [] : [`${at} is ${kindOf(answer)}, not ${kindOf(example)}`];
  const [wanted, given] = [example as Record<string, unknown>, answer as Record<string, unknown>];
  return [
    ...Object.keys(given).flatMap((name) => (name in wanted ? [] : [`${at}.${name} is not in the example`])),
    ...Object.entries(wanted).flatMap(([name, value]) =>
      name in given ? differences(value, given[name], `${at}.${name}`) : [`${at}.${name} is missing`],
    ),
  ];
}

function differencesOfLists(example: unknown[], answer: unknown, at: string): string[] {
  if (!Array.isArray(answer)) return [`${at} is no list`];
  if (example.length === 0) return [];
  if (answer.length === 0) return [`${at} is empty`];
  return answer.flatMap((each, index) => differences(example[0], each, `${at}[${index}]`));
}

/** The type, and of times how they name their zone. */
function kindOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'date';
  const zone = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})?$/.exec(value);
  if (!zone) return 'text';
  if (zone[1] === undefined) return 'local time';
  return zone[1] === 'Z' ? 'time in UTC' : 'time with offset';
}

const deliveryOf = (label: string) => ({
  toLicense: LICENSE,
  fromLicense: 'FARM',
  fromName: 'Hill Farm',
  estimatedDeparture: '2026-11-28T09:00:00.000',
  estimatedArrival: '2026-11-28T12:30:00.000',
  packages: [{ label, quantity: 24, wholesalePrice: 240 }],
});

describe('an answer', () => {
  const [SOLD, EMPTY, HELD, SENT, SHIPPED, REJECTED] = [1, 2, 3, 4, 5, 6].map(labelOf) as Labels;
  const ids: Record<string, string> = {};
  let metrc: Metrc;
  let ask: OpenMetrc['ask'];

  beforeAll(async () => {
    ({ metrc, ask } = await openMetrc());
    const { state } = metrc;
    const at = { license: LICENSE, quantity: 10 };
    const sold = addPackage(state, { ...at, label: SOLD, codes: ['CODE1', 'CODE2'] }, NOON);
    addPackage(state, { ...at, label: EMPTY, quantity: 0, finishedDate: '2026-11-20' }, NOON);
    addPackage(state, { ...at, label: HELD }, NOON);
    setHold(state, HELD, { isOnHold: true }, NOON);
    addPackage(state, { ...at, label: SENT, isInTransit: true }, NOON);
    state.labResults.push({
      id: 900,
      packageId: sold.id,
      laboratory: 'Hudson Labs',
      test: 'Microbiologicals',
      level: 0.1,
      passed: true,
      performedDate: '2026-11-01',
      documentId: 901,
    });
    const transfer = addTransfer(state, deliveryOf(SHIPPED), NOON);
    const deliveryId = transfer.deliveries[0]?.id ?? 0;
    acceptDelivery(state, deliveryId, NOON);
    const sentBack = addTransfer(state, deliveryOf(REJECTED), NOON);
    acceptDelivery(state, sentBack.deliveries[0]?.id ?? 0, NOON, { rejected: [REJECTED] });
    Object.assign(ids, { package: sold.id, transfer: transfer.id, delivery: deliveryId });
    const receipts = ['A', 'B', 'C'].map((number) => saleOf(1, 1, number));
    const { Ids } = await answerTo('POST', '/sales/v2/receipts', receipts);
    await answerTo('PUT', '/sales/v2/receipts/finalize', [{ Id: Ids[0] }]);
    Object.assign(ids, { receipt: Ids[1], archived: Ids[2], final: Ids[0], changed: receipts[1] });
    const adjustment = { AdjustmentReason: 'Spoilage', AdjustmentDate: '2026-11-28', UnitOfMeasure: 'Each' };
    await answerTo('POST', '/packages/v2/adjust', [{ ...adjustment, Label: SOLD, Quantity: -1 }]);
  });
  afterAll(() => metrc.stop());

  async function answerTo(method: string, path: string, sent?: unknown) {
    const query = `${WIDE}&packageId=${ids.package}&employeeLicenseNumber=1`;
    const { status, headers, body } = await ask(method, path, query, sent);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return headers.get('Content-Type')?.includes('json') && body !== '' ? body : null;
  }

  /** What `{id}` means, by the beginning of the path. */
  const numberIn = (path: string) =>
    path.startsWith('/packages')
      ? ids.package
      : path.startsWith('/sales')
        ? ids.receipt
        : path.startsWith('/labtests')
          ? 901
          : path.includes('/deliveries/{id}')
            ? ids.delivery
            : ids.transfer;
  const addressOf = (path: string) =>
    path
      .replace('{id}', String(numberIn(path)))
      .replace('{label}', SOLD)
      .replace('{shortCode}', 'CODE1')
      .replace('{externalNumber}', 'B');

  const bodies: Record<string, () => unknown> = {
    'POST /packages/v2/adjust': () => [
      {
        Label: SOLD,
        Quantity: -1,
        UnitOfMeasure: 'Each',
        AdjustmentReason: 'Spoilage',
        AdjustmentDate: '2026-11-28',
      },
    ],
    'PUT /packages/v2/unfinish': () => [{ Label: EMPTY }],
    'PUT /packages/v2/finish': () => [{ Label: EMPTY, ActualDate: '2026-11-28' }],
    'PUT /packages/v2/note': () => [{ PackageLabel: SOLD, Note: 'Top shelf' }],
    'PUT /packages/v2/location': () => [{ Label: SOLD, Location: 'Vault', MoveDate: '2026-11-28' }],
    'POST /retailid/v2/packages/info': () => ({ packageLabels: [SOLD] }),
    'POST /sales/v2/receipts': () => [ids.changed],
    'PUT /sales/v2/receipts': () => [{ ...Object(ids.changed), Id: ids.receipt }],
    'PUT /sales/v2/receipts/finalize': () => [{ Id: ids.archived }],
    'PUT /sales/v2/receipts/unfinalize': () => [{ Id: ids.final }],
  };

  /** Reading first, because writing changes what is read; reopening before finishing; deleting last. */
  const order = (endpoint: Endpoint) =>
    ['GET', 'POST', 'PUT', 'DELETE'].indexOf(endpoint.method) -
    (endpoint.path.endsWith('/unfinish') ? 0.5 : 0);
  const answered = endpoints
    .filter(({ door }) => door.needs !== null)
    .toSorted((one, other) => order(one) - order(other));

  test.each(answered.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'of %s has the fields and types of its example',
    async (name, endpoint) => {
      const answer = await answerTo(endpoint.method, addressOf(endpoint.path), bodies[name]?.());
      expect(differences(vendorsOf(endpoint)?.response, answer)).toEqual(CHANCE[name] ?? []);
    },
  );

  test('of a list of payments is 401, as a retailer of New York was answered', async () => {
    await expect(answerTo('GET', '/sales/v2/paymenttypes')).rejects.toThrow('answered 401');
  });
});

test.each([
  [{ Id: 1 }, {}, 'answer.Id is missing'],
  [{ Id: 1 }, { Id: '1' }, 'answer.Id is text, not number'],
  [{}, { Id: 1 }, 'answer.Id is not in the example'],
  [[1], [], 'answer is empty'],
  ['2016-10-11T14:48:30.000', '2016-10-11T14:48:30Z', 'answer is time in UTC, not local time'],
])('an example %j and an answer %j differ', (example, answer, sentence) =>
  expect(differences(example, answer)).toEqual([sentence]),
);
