/** Requests as a browser sends them, with the headers that matter. */
import type { Application } from './application.ts';

/** A form POST from one of our own pages; redirects are not followed. */
export function postForm(
  app: Pick<Application, 'origin'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL(path, app.origin), {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Origin: app.origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields),
  });
}

/** Runs `work` for every item, at most `width` at a time; returns the results in order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      answers[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return answers;
}
