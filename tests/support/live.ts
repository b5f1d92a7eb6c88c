/** A live stream read over real HTTP, as a browser's leading tab reads it. */
import { get } from 'node:http';

export type LiveReader = {
  status: number;
  /** The received events, in order: 'hello', 'topics ["orders"]', 'end "access"'. */
  heard: string[];
  /** When the stream ended, in ms of `performance.now()`; null while it is open. */
  endedAt(): number | null;
  leave(): void;
};

export function openLive(
  origin: string,
  cookie: string,
  topics: string,
  options: { age?: number; takesNothing?: boolean } = {},
): Promise<LiveReader> {
  const url = new URL(`/live?${new URLSearchParams({ topics, age: String(options.age ?? 0) })}`, origin);
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { agent: false, headers: { cookie, accept: 'text/event-stream' } },
      (response) => {
        const heard: string[] = [];
        let endedAt: number | null = null;
        let rest = '';
        response.setEncoding('utf8');
        response.on('close', () => {
          endedAt = performance.now();
        });
        response.on('error', () => undefined);
        if (!options.takesNothing) {
          response.on('data', (chunk: string) => {
            const events = (rest + chunk).split('\n\n');
            rest = events.pop() ?? '';
            for (const event of events) {
              const [, name = event, data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
              heard.push(data === 'null' ? name : `${name} ${data}`);
            }
          });
        }
        resolve({
          status: response.statusCode ?? 0,
          heard,
          endedAt: () => endedAt,
          leave: () => request.destroy(),
        });
      },
    );
    request.on('error', reject);
  });
}
