/**
 * Requests a mail about an account: to confirm an address, to choose a new password. The worker looks up after the
 * answer whether the account exists: the request does the same work for every address, so neither its message nor its
 * timing reveals it.
 */
import { z } from 'zod';
import { inTransaction, type Transaction } from '#db/client.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { defineJob, enqueue } from '#platform/jobs.ts';
import { decrypt, encrypt } from '#platform/secrets/secrets.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { countAccountMail } from './count-account-mail.server.ts';
import type { MailLinkProblem } from './mail-link.ts';

const accountMailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-up'), requestId: z.uuid(), email: z.string(), signUpId: z.uuid() }),
  z.object({ kind: z.literal('new-confirmation'), requestId: z.uuid(), email: z.string() }),
  z.object({ kind: z.literal('password-reset'), requestId: z.uuid(), email: z.string() }),
  // To the new address and, after the confirmation, to the old one.
  z.object({
    kind: z.literal('email-change'),
    requestId: z.uuid(),
    email: z.string(),
    changeId: z.uuid(),
  }),
  z.object({
    kind: z.literal('email-changed'),
    requestId: z.uuid(),
    email: z.string(),
    changeId: z.uuid(),
  }),
  z.object({
    kind: z.literal('invitation'),
    requestId: z.uuid(),
    email: z.string(),
    invitationId: z.uuid(),
  }),
]);
export type AccountMail = z.output<typeof accountMailSchema>;

/**
 * Mails a new confirmation link if a sign-up with this address waits for confirmation. The answer does not reveal
 * whether one does. Refused: too many requests from the client address, or for the email.
 */
export function requestConfirmation(request: Request, email: string): Promise<Result<null, MailLinkProblem>> {
  return requestLink(request, 'new-confirmation', email);
}

/**
 * Mails a link to choose a new password if the address has an account. The answer does not reveal whether it does.
 * Refused: too many requests from the client address, or for the email.
 */
export function requestPasswordReset(
  request: Request,
  email: string,
): Promise<Result<null, MailLinkProblem>> {
  return requestLink(request, 'password-reset', email);
}

async function requestLink(
  request: Request,
  kind: 'new-confirmation' | 'password-reset',
  email: string,
): Promise<Result<null, MailLinkProblem>> {
  const wait = await countAttempt(kind, addressOf(request), addressLimits[kind]);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  const waitForMail = await countAccountMail(request, kind, email);
  if (waitForMail > 0) return refuse({ kind: 'too-many-links', seconds: waitForMail });
  await inTransaction((tx) => enqueueAccountMail(tx, { kind, requestId: newId<string>(), email }));
  return succeed(null);
}

const CONTEXT = 'account-mail';

/**
 * Writes a mail about an account. Its data is encrypted, because finished jobs stay in the queue's table for a while.
 */
export const accountMailJob = defineJob({
  name: 'account-mail',
  data: z.object({ accountMail: z.string() }),
  batch: 5,
});

/** Enqueues the mail in `tx`. */
export async function enqueueAccountMail(tx: Transaction, mail: AccountMail): Promise<void> {
  await enqueue(tx, accountMailJob, { accountMail: encrypt(JSON.stringify(mail), CONTEXT) });
}

/** Parses a job's data. Throws when the job is not ours. */
export function readAccountMail(encrypted: string): AccountMail {
  return accountMailSchema.parse(JSON.parse(decrypt(encrypted, CONTEXT)));
}
