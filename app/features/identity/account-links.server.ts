/** The links of an account that come by mail: asking for them, and following them. */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { askAuth } from './ask-auth.server.ts';
import { atLeast } from './same-pace.ts';

export type LinkProblem = { kind: 'too-many-tries'; seconds: number } | { kind: 'link-not-valid' };
type TooMany = Extract<LinkProblem, { kind: 'too-many-tries' }>;

/** Mails a new confirmation link, if an account with this address waits for one. Nobody is told whether. */
export async function requestConfirmation(request: Request, email: string): Promise<Result<null, TooMany>> {
  return requestLink(request, '/send-verification-email', email);
}

/** Mails a link to choose a new password, if there is such an account. Nobody is told whether. */
export async function requestPasswordReset(request: Request, email: string): Promise<Result<null, TooMany>> {
  return requestLink(request, '/request-password-reset', email);
}

async function requestLink(request: Request, path: string, email: string): Promise<Result<null, TooMany>> {
  return atLeast(async () => {
    // Without the session of whoever asks: with it, an address other than one's own is answered differently.
    const answer = await askAuth(withoutCookies(request), path, { email });
    return answer.status === 429
      ? refuse({ kind: 'too-many-tries', seconds: answer.retryAfter })
      : succeed(null);
  });
}

/** Confirms the address a link was mailed to. Following it again is harmless. Refused when it is too old or not ours. */
export async function confirmEmail(request: Request, token: string): Promise<Result<null, LinkProblem>> {
  if (token.length > 2000) return refuse({ kind: 'link-not-valid' });
  const answer = await askAuth(withoutCookies(request), `/verify-email?${new URLSearchParams({ token })}`);
  if (answer.status === 429) return refuse({ kind: 'too-many-tries', seconds: answer.retryAfter });
  return answer.status === 200 ? succeed(null) : refuse({ kind: 'link-not-valid' });
}

/** Sets a new password and ends every session. The link works once. */
export async function resetPassword(
  request: Request,
  wish: { token: string; password: string },
): Promise<Result<null, LinkProblem>> {
  const answer = await askAuth(withoutCookies(request), '/reset-password', {
    token: wish.token,
    newPassword: wish.password,
  });
  if (answer.status === 429) return refuse({ kind: 'too-many-tries', seconds: answer.retryAfter });
  return answer.status === 200 ? succeed(null) : refuse({ kind: 'link-not-valid' });
}

function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  return new Request(request.url, { headers });
}
