/**
 * The baseline of a checkout: a bare node:http server that sends, through plain `pg`, exactly the statements of the
 * application's one-line checkout, prepared the same way, in the same round trips, over as many connections. It knows
 * the customer, checks nothing, builds no statement and renders nothing.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { RecordedCheckout, RecordedStatement } from './recorded-checkout.ts';

export type CheckoutTask = {
  databaseUrl: string;
  connections: number;
  recorded: RecordedCheckout;
  /** A lot of each ordered product. */
  lots: ReadonlyMap<number, number>;
  /** The queue whose jobs the application runs; the baseline's go to a queue without a worker. */
  queues: { from: string; to: string };
};

/** Replacements for the recorded checkout's own values. */
type Words = ReadonlyMap<string, string>;

const aUuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The recorded statements, ready to run for any customer. */
function replay({ recorded: { journeys, own }, queues }: CheckoutTask) {
  const uuid = new RegExp(aUuid, 'g');
  const words = new RegExp(
    [own.email, own.name, longer(own.slot), own.slot, longer(own.slotEnd), own.slotEnd]
      .map(escaped)
      .concat(aUuid)
      .join('|'),
    'g',
  );
  const numbers = /"(product_id|lot_id)":\d+/g;
  const ask = ({ text, values }: RecordedStatement, nth: number) => ({
    name: values.length > 0 ? `baseline_${nth}` : undefined,
    text: text.replaceAll(`'${queues.from}'`, `'${queues.to}'`),
    values,
  });
  let count = 0;
  const asked = journeys.map((journey) => journey.map((statement) => ask(statement, count++)));
  return async (client: pg.PoolClient, who: Words, product: { id: number; lotId: number }) => {
    const fresh = new Map<string, string>();
    const word = (found: string) => {
      const known = who.get(found) ?? fresh.get(found);
      if (known !== undefined) return known;
      const made = found.match(uuid) ? randomUUID() : found;
      fresh.set(found, made);
      return made;
    };
    const value = (given: unknown): unknown => {
      if (given === own.productId) return product.id;
      if (Array.isArray(given)) return given.map(value);
      if (typeof given !== 'string') return given;
      return given
        .replaceAll(words, word)
        .replaceAll(numbers, (_, name) => `"${name}":${name === 'lot_id' ? product.lotId : product.id}`);
    };
    let last: pg.QueryResult[] = [];
    let orderId = '';
    for (const journey of asked) {
      client.connection.stream.cork();
      const answers = journey.map(({ name, text, values }) =>
        values.length === 0 ? client.query(text) : client.query({ name, text, values: values.map(value) }),
      );
      client.connection.stream.uncork();
      last = await Promise.all(answers);
      orderId = last.flatMap(({ rows }) => rows).find((row) => 'orderId' in row)?.orderId ?? orderId;
    }
    return orderId;
  };
}

/** An instant as a statement's value: with milliseconds. */
const longer = (instant: string) => new Date(instant).toISOString();

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

process.once('message', (task: CheckoutTask) => {
  const { own } = task.recorded;
  const half = new Date(own.slotEnd).getTime() - new Date(own.slot).getTime();
  const checkout = replay(task);
  const pool = new pg.Pool({ connectionString: task.databaseUrl, max: task.connections, pipeline: true });
  const server = createServer(async (request, response) => {
    const input = await bodyOf(request);
    const field = (name: string) => input.get(name) ?? '';
    const id = Number(field('lines').split(':')[0]);
    const ends = new Date(new Date(field('slot')).getTime() + half).toISOString();
    const who = new Map([
      [own.userId, field('user')],
      [own.email, field('email')],
      [own.name, field('name')],
      [own.slot, field('slot')],
      [longer(own.slot), longer(field('slot'))],
      [own.slotEnd, ends],
    ]);
    const client = await pool.connect();
    try {
      const orderId = await checkout(client, who, { id, lotId: task.lots.get(id) ?? 0 });
      response.writeHead(302, { Location: `/success?order=${orderId}` });
    } catch (error) {
      await client.query('rollback');
      console.error(error);
      response.writeHead(500);
    } finally {
      client.release();
    }
    response.end();
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
