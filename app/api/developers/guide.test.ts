/** The code that developers copy does what the guide says. */
import { expect, test } from 'vitest';
import { newSecret, signaturesOf } from '#core/running/webhooks/sign-message.server.ts';
import { checking } from './guide.tsx';

test('the example checks our signatures, both of two secrets, and refuses every other message', async () => {
  const url = `data:text/javascript,${encodeURIComponent(checking)}`;
  const { isFromTheStore } = (await import(url)) as {
    isFromTheStore(headers: Record<string, string>, body: string, secret: string): boolean;
  };
  const [current, former] = [newSecret(), newSecret()];
  const body = '{"type":"test","data":{"name":"Nebelkrähe"}}';
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1795700000',
    'webhook-signature': signaturesOf([current, former], 'msg_1', 1_795_700_000, body),
  };
  expect(isFromTheStore(headers, body, current)).toBe(true);
  expect(isFromTheStore(headers, body, former)).toBe(true);
  expect(isFromTheStore(headers, body, newSecret())).toBe(false);
  expect(isFromTheStore(headers, `${body} `, current)).toBe(false);
  expect(isFromTheStore({ ...headers, 'webhook-id': 'msg_2' }, body, current)).toBe(false);
});
