/** The outside connections that the back office can test, and the messages of a test. */

import { BucketRefusal, EndlessAnswer } from '#platform/files/file-store.ts';
import type { ConnectionService } from './connection-form.ts';

const connectionKinds = ['mail', 'sms', 'push', 'storage'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const isConnectionKind = (kind: unknown): kind is ConnectionKind =>
  (connectionKinds as readonly unknown[]).includes(kind);

export type ConnectionOutcome = { works: boolean; message: string };

/** Tests per admin: each writes to another party's server. */
export const connectionTestLimit = { max: 10, windowSeconds: 600 };

/** Seconds until a test counts as failed. */
export const TEST_SECONDS = 15;

/**
 * What to do about a failed test of a service that was chosen in the office, as a sentence to add; '' if there is nothing to
 * say. What people get wrong with a service shows when it answers and refuses.
 */
export function connectionAdvice(
  service: Pick<ConnectionService, 'trap' | 'fields' | 'fixed'>,
  error: unknown,
): string {
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number };
  const hasServer = service.fixed?.host !== undefined || service.fields.some(({ key }) => key === 'host');
  if (!hasServer || code === 'EAUTH' || code === 'EENVELOPE' || (responseCode ?? 0) >= 500)
    return ` ${service.trap}`;
  if (service.fixed?.host === undefined) return ' Check its name, port and encryption.';
  return ` Try again in a few minutes. If it stays so, the network of the shop’s server does not let email out (port ${service.fixed.port}): ask the person who runs it.`;
}

/** What a bucket refuses, by the names of Amazon's S3, which other stores share; null for what has no words of its own. */
function bucketTrouble({ status, name }: BucketRefusal): string | null {
  switch (name) {
    case 'NoSuchBucket':
      return 'does not exist. Correct its name, or create it.';
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return 'is in another region. Correct the region.';
    case 'RequestTimeTooSkewed':
      return 'refused the time of the request. Set the clock of the shop’s computer.';
    case 'AccessDenied':
      return 'does not allow this key to do that. Allow it to list, read, write and delete there.';
    case 'QuotaExceeded':
    case 'EntityTooLarge':
      return 'has no room left.';
  }
  if (status === 301 || status === 307) return 'is in another region. Correct the region.';
  if (status === 403) return 'refused the key. Correct the key, or allow it to write there.';
  return status === 507 ? 'has no room left.' : null;
}

/** What is wrong with a bucket that does not stop answering, and what to do. */
const endless: Readonly<Record<EndlessAnswer['what'], string>> = {
  bytes: 'sent more than a store sends. Check that the address is that of an S3 store.',
  files:
    'lists more files than a shop has. Check that the address is that of an S3 store, and give the shop a bucket of its own.',
  time: 'was too slow to finish an answer. Try again later, or choose another store.',
};

/**
 * Describes an error by its code only: the other side's text could contain a password or a token.
 * @param who the other side, as a sentence starts: 'The mail server'.
 * @param unknown what to read when the error says too little.
 */
export function connectionTrouble(who: string, error: unknown, unknown = ' The log says more.'): string {
  const { name, code, responseCode, message } = (error ?? {}) as {
    name?: string;
    code?: string;
    responseCode?: number;
    message?: string;
  };
  const text = message ?? '';
  if (error instanceof EndlessAnswer) return `${who} ${endless[error.what]}`;
  if (
    name === 'NoAnswerInTime' ||
    code === 'ETIMEDOUT' ||
    code === 'ETIME' ||
    /timeout|timed out/i.test(text)
  )
    return `${who} did not answer within ${TEST_SECONDS} seconds.`;
  if (code === 'EAUTH' || responseCode === 535)
    return `${who} refused the user name or the password. Correct them.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS')
    return `${who} was not found: there is no machine of that name.`;
  if (name === 'ForbiddenTarget')
    return `${who} is in the server’s own network, which the office must not use.`;
  if (code === 'ECONNREFUSED' || /ECONNREFUSED/.test(text))
    return `${who} takes no connection at this address and port.`;
  if (/certificate|self.signed|altnames/i.test(text))
    return `${who} has a certificate that cannot be trusted.`;
  if (error instanceof BucketRefusal) {
    const why = bucketTrouble(error);
    if (why !== null) return `${who} ${why}`;
  }
  const status = responseCode ?? /answered (\d{3})/.exec(text)?.[1];
  if (status !== undefined) return `${who} answered ${status} and did not take it.`;
  if (code === 'ENOSPC') return `${who} has no room left.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'AccessDenied')
    return `${who} does not let us write.`;
  return `${who} could not be used${code && /^[A-Z_]{3,30}$/.test(code) ? ` (${code})` : ''}.${unknown}`;
}
