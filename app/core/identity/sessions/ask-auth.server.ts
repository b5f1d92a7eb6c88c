/**
 * Sends our own pages' requests to Better Auth: only through its handler, with the headers of the request they answer,
 * so that its origin check applies. Its rate limit is off; the caller counts first.
 */
import { z } from 'zod';
import { auth } from './auth.server.ts';

const answerSchema = z.object({
  code: z.string().optional(),
  token: z.string().nullish(),
  user: z.object({ id: z.string() }).nullish(),
});

export type AuthAnswer = {
  status: number;
  code: string | null;
  userId: string | null;
  token: string | null;
};

/** Forwards to a path of Better Auth, such as '/sign-in/email'. A body makes it a POST. */
export async function askAuth(request: Request, path: string, body?: object): Promise<AuthAnswer> {
  const url = new URL(`/api/auth${path}`, request.url);
  const headers = new Headers(request.headers);
  for (const name of ['content-length', 'content-type', 'accept', 'if-none-match']) headers.delete(name);
  if (body) {
    headers.set('content-type', 'application/json');
    // The HTTP layer has refused every write that does not come from one of our pages; browsers that show that only by
    // Sec-Fetch-Site are as good.
    headers.set('origin', url.origin);
  }
  const init: RequestInit = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await auth().handler(new Request(url, init));
  const parsed = answerSchema.safeParse(await response.json().catch(() => null));
  const answer = parsed.success ? parsed.data : {};
  return {
    status: response.status,
    code: answer.code ?? null,
    userId: answer.user?.id ?? null,
    token: answer.token ?? null,
  };
}

/** Better Auth's own paths that browsers may call. */
const openPaths: ReadonlySet<string> = new Set();

/**
 * Whether browsers may call a path of Better Auth: none so far. Everything goes through our pages, which check more
 * (birth date, common passwords, limits per account) and answer everyone at the same speed.
 */
export function isOpenAuthPath(path: string): boolean {
  return openPaths.has(path);
}
