import { expect, test } from 'vitest';
import type { Env } from '#platform/env.ts';
import { examineTraces } from './examine-machine.server.ts';

test('a collector without the SDK is a warning that names the command, before anyone is asked', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } as Env;
  expect(await examineTraces(env, '/nowhere')).toMatchObject({
    ...{ state: 'warning', text: expect.stringContaining(': run npm run install-tracing, and ') },
  });
});
