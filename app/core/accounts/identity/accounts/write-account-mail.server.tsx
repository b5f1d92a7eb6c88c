/**
 * Writes the mails about accounts, in the worker: it looks up who has an account here, where the timing reveals
 * nothing.
 */

import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { linkedMailKey, PRIVATE_LINK } from '#core/ground/mail/private-link.ts';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { mailFrame, renderMail } from '#core/ground/mail/render-mail.server.ts';
import { withholdOlderLinks } from '#core/ground/mail/withhold-mail.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { emailChanges, signUps, staffInvitations, users, verifications } from '#db/schema/identity.ts';
import { signUpHolds } from '#db/schema/orders.ts';
import { assertNever } from '#kernel/result.ts';
import type { MailLinkTarget, Role } from '#kernel/statuses.ts';
import { formatTime, instantOf } from '#kernel/time.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import type { MailFrame } from '#ui/email/mail-layout.tsx';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { accountMailLimits } from '../sessions/rate-limit.ts';
import { maskedEmail } from './change-email.ts';
import { AlreadyHaveAccount, ConfirmEmail, ResetPassword, StaffInvitation } from './emails/account-mails.tsx';
import { AddressInUse, ConfirmNewEmail, EmailChanged } from './emails/email-change-mails.tsx';
import {
  CHANGE_EMAIL_IDENTIFIER,
  CONFIRM_IDENTIFIER,
  INVITATION_IDENTIFIER,
  RESET_IDENTIFIER,
  UNDO_EMAIL_IDENTIFIER,
} from './link-queries.server.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { type AccountMail, readAccountMail } from './request-account-mail.server.ts';

/** The mail to write, and the record its link belongs to. */
type Letter =
  | { kind: 'confirm'; signUpId: string; expiresAt: Date; heldUntil: Date | null }
  | { kind: 'already-have-account'; userId: string }
  | { kind: 'reset'; userId: string; name: string }
  | { kind: 'confirm-new-email'; userId: string; changeId: string; expiresAt: Date }
  | { kind: 'address-in-use'; userId: string }
  | { kind: 'invitation'; invitationId: string; expiresAt: Date; role: Role }
  | {
      kind: 'email-changed';
      userId: string;
      changeId: string;
      expiresAt: Date;
      name: string;
      newEmail: string;
    };

const RESET_MINUTES = 60;

const subjects: Readonly<Record<Letter['kind'], string>> = {
  confirm: 'Confirm your email',
  'already-have-account': 'You already have an account',
  reset: 'Choose a new password',
  'confirm-new-email': 'Confirm your new email',
  'address-in-use': 'This address already has an account',
  'email-changed': 'The email of your account was changed',
  invitation: 'You are invited to work with us',
};

/**
 * Writes one mail about an account, or none when there is no account. Safe to repeat. Limits apply when the mail is
 * requested (`countAccountMail`), where the page can show them: every accepted request is written here. Only 'You
 * already have an account' is limited here, because only the worker knows that it is due; no page promises it.
 */
export async function writeAccountMail(encrypted: string): Promise<void> {
  const asked = readAccountMail(encrypted);
  const letter = await letterFor(asked);
  if (letter === null) return;
  if (letter.kind === 'already-have-account' && (await isToldOften(asked.email))) return;
  await write(asked, letter);
}

async function isToldOften(email: string): Promise<boolean> {
  return (await countAttempt('mail:already-have-account', email, accountMailLimits.alreadyHaveAccount)) > 0;
}

async function letterFor(asked: AccountMail): Promise<Letter | null> {
  if (asked.kind === 'email-changed') return changedLetter(asked.changeId);
  const [user] = await database()
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(sql`lower(${users.email})`, asked.email));
  // One that is not confirmed moved here from another system: the link to a new password confirms it.
  if (user) {
    if (asked.kind === 'password-reset') return { kind: 'reset', userId: user.id, name: user.name };
    // A person who has an account by now gets the role there.
    if (asked.kind === 'new-confirmation' || asked.kind === 'invitation') return null;
    if (asked.kind === 'email-change') return { kind: 'address-in-use', userId: user.id };
    // The sign-up stays until it expires: were it gone, its form sent again would be answered in another way.
    return { kind: 'already-have-account', userId: user.id };
  }
  if (asked.kind === 'email-change') return changeLetter(asked.changeId);
  if (asked.kind === 'invitation') return invitationLetter(asked.invitationId);
  // A forgotten password of a sign-up is replaced on the page that confirms it.
  const [waiting] = await database()
    .select({ signUpId: signUps.id, expiresAt: signUps.expiresAt, heldUntil: signUpHolds.expiresAt })
    .from(signUps)
    .leftJoin(signUpHolds, and(eq(signUpHolds.signUpId, signUps.id), gt(signUpHolds.expiresAt, sql`now()`)))
    .where(
      and(
        asked.kind === 'sign-up'
          ? eq(signUps.id, asked.signUpId)
          : eq(sql`lower(${signUps.email})`, asked.email),
        gt(signUps.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(signUps.createdAt))
    .limit(1);
  return waiting ? { kind: 'confirm', ...waiting } : null;
}

async function changeLetter(changeId: string): Promise<Letter | null> {
  const [waiting] = await database()
    .select({
      userId: emailChanges.userId,
      changeId: emailChanges.id,
      expiresAt: emailChanges.expiresAt,
    })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.id, changeId),
        isNull(emailChanges.confirmedAt),
        gt(emailChanges.expiresAt, sql`now()`),
      ),
    );
  return waiting ? { kind: 'confirm-new-email', ...waiting } : null;
}

async function invitationLetter(invitationId: string): Promise<Letter | null> {
  const [open] = await database()
    .select({
      invitationId: staffInvitations.id,
      expiresAt: staffInvitations.expiresAt,
      role: staffInvitations.role,
    })
    .from(staffInvitations)
    .where(and(eq(staffInvitations.id, invitationId), gt(staffInvitations.expiresAt, sql`now()`)));
  return open ? { kind: 'invitation', ...open } : null;
}

async function changedLetter(changeId: string): Promise<Letter | null> {
  const [changed] = await database()
    .select({
      userId: emailChanges.userId,
      changeId: emailChanges.id,
      expiresAt: emailChanges.expiresAt,
      name: users.name,
      newEmail: emailChanges.newEmail,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(and(eq(emailChanges.id, changeId), isNotNull(emailChanges.confirmedAt)));
  return changed ? { kind: 'email-changed', ...changed } : null;
}

async function write({ requestId, email }: AccountMail, letter: Letter): Promise<void> {
  const settings = await readSettings();
  const mail = { frame: mailFrame(settings, false), url: PRIVATE_LINK };
  const content = await renderMail(wordsOf(letter, mail, settings.store.zone));
  const token = newLinkToken();
  const opens = openedBy(letter);
  const opened = opens && opens.identifier + opens.value;
  await inTransaction(async (tx) => {
    const isNew = await queueMail(tx, {
      dedupeKey: opened === null ? `account:${requestId}` : linkedMailKey(opened, requestId),
      recipient: email,
      subject: subjects[letter.kind],
      ...('userId' in letter ? { accountId: letter.userId } : {}),
      privateLink: { url: linkOf(letter, token), opens: targetOf(letter) },
      isAccountMail: true,
      ...content,
    });
    if (isNew === null || opens === null || opened === null) return;
    await withholdOlderLinks(tx, opened);
    await tx.insert(verifications).values({ ...opens, identifier: opens.identifier + hashLinkToken(token) });
  });
}

function wordsOf(letter: Letter, mail: { frame: MailFrame; url: string }, zone: string): ReactElement {
  switch (letter.kind) {
    case 'confirm': {
      const { heldUntil } = letter;
      return <ConfirmEmail {...mail} heldUntil={heldUntil && formatTime(instantOf(heldUntil), zone)} />;
    }
    case 'reset':
      return <ResetPassword {...mail} name={letter.name} />;
    case 'already-have-account':
      return <AlreadyHaveAccount {...mail} />;
    case 'confirm-new-email':
      return <ConfirmNewEmail {...mail} />;
    case 'address-in-use':
      return <AddressInUse {...mail} />;
    case 'invitation':
      return <StaffInvitation {...mail} isAdmin={letter.role === 'admin'} />;
    case 'email-changed':
      return <EmailChanged {...mail} name={letter.name} newEmail={maskedEmail(letter.newEmail)} />;
    default:
      return assertNever(letter);
  }
}

/** What the mail's link opens, and until when; null when the link needs no token. */
function openedBy(letter: Letter): { identifier: string; value: string; expiresAt: Date } | null {
  switch (letter.kind) {
    case 'confirm':
      return { identifier: CONFIRM_IDENTIFIER, value: letter.signUpId, expiresAt: letter.expiresAt };
    case 'reset':
      return {
        identifier: RESET_IDENTIFIER,
        value: letter.userId,
        expiresAt: new Date(Date.now() + RESET_MINUTES * 60_000),
      };
    case 'confirm-new-email':
      return { identifier: CHANGE_EMAIL_IDENTIFIER, value: letter.changeId, expiresAt: letter.expiresAt };
    case 'invitation':
      return {
        identifier: INVITATION_IDENTIFIER,
        value: letter.invitationId,
        expiresAt: letter.expiresAt,
      };
    case 'email-changed':
      return { identifier: UNDO_EMAIL_IDENTIFIER, value: letter.changeId, expiresAt: letter.expiresAt };
    default:
      return null;
  }
}

function targetOf(letter: Letter): MailLinkTarget {
  if (openedBy(letter) === null) return 'nothing';
  if ('userId' in letter) return 'account';
  return letter.kind === 'invitation' ? 'invitation' : 'sign-up';
}

const paths: Readonly<Record<Letter['kind'], string>> = {
  confirm: '/confirm-email',
  reset: '/reset-password',
  'already-have-account': '/forgot-password',
  'confirm-new-email': '/change-email',
  'address-in-use': '/login',
  'email-changed': '/undo-email-change',
  invitation: '/join',
};

function linkOf(letter: Letter, token: string): string {
  const url = new URL(paths[letter.kind], mailOrigin());
  if (openedBy(letter)) url.searchParams.set('token', token);
  return url.href;
}
