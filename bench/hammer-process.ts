/** One of several client processes, where wrk is not installed. */

import type { Blows, Hammered } from './hammer.ts';
import autocannon from './tools/autocannon.ts';

process.once('message', async ({ url, connections, headers, seconds }: Blows) => {
  const result = await autocannon({ url, connections, headers, duration: seconds });
  const answered = result['2xx'] + result['3xx'];
  const hammered: Hammered = {
    answered,
    failed: result.errors + result.non2xx - result['3xx'],
    seconds: result.duration,
    p95: result.latency.p97_5,
  };
  process.send?.(hammered, () => process.exit());
});
