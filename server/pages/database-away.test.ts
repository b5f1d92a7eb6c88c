import { type ActionFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { type RequestInfo, requestInfo } from '#platform/requests/request-context.ts';
import { answeringWhileAway } from './database-away.ts';

test('every loader after a sent form answers with its input, not with a fault', async () => {
  const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const page = { default: () => null, action: () => null, loader: away };
  const routes = { one: { id: 'one', module: page }, two: { id: 'two', module: page } };
  const guarded = answeringWhileAway({ routes } as unknown as ServerBuild).routes;
  const context = new RouterContextProvider();
  context.set(requestInfo, { id: 'a request' } as RequestInfo);
  const call = (id: string, name: 'action' | 'loader', request: Request) =>
    guarded[id]?.module[name]?.({ request, context, params: {} } as unknown as ActionFunctionArgs);

  const body = 'slot=noon&password=secret';
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
  };
  await call('one', 'action', new Request('http://shop.test/checkout', { method: 'POST', body, headers }));
  const answers = await Promise.allSettled(
    ['one', 'two'].map((id) => call(id, 'loader', new Request('http://shop.test/checkout'))),
  );
  const answer = {
    init: { status: 503 },
    data: { sent: { action: '/checkout', fields: [['slot', 'noon']], secrets: ['password'] } },
  };
  expect(answers).toMatchObject(Array(2).fill({ status: 'rejected', reason: answer }));
});
