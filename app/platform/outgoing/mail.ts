/**
 * Handing mail to the outside: to an SMTP server, or, with none configured, to the person at the terminal.
 * What is to be sent and what was is written in the database by the notifications room; nobody awaits this
 * module in a request.
 */
import type { Transporter } from 'nodemailer';
import { singleton } from '../singleton.ts';

export type OutgoingMail = {
  /** Names the message for good, so that a receiver can tell a repeated one. */
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** Of promotional mail: the address that ends it with one press (RFC 8058). */
  unsubscribeUrl?: string | null;
  /** About an account: it goes over connections of its own, and waits for no other mail. */
  isAccountMail?: boolean;
};

export type MailOptions = {
  /** smtp:// or smtps:// with user and password where needed; null keeps mail for the page of sent mail. */
  smtpUrl: string | null;
  /** The sender, as in 'Two Branches Farm <shop@farm.example>'. */
  from: string;
  /** The shop’s address, where the page of sent mail is. */
  origin: string;
  /** Tells the person at the terminal of mail that is kept, with its link; null tells nothing. */
  say: ((line: string) => void) | null;
};

type Mail = MailOptions & { transports: Transports | null; domain: string };
type Transports = { account: Transporter; other: Transporter };

const current = singleton<Mail>('mail');

/** Connections to the mail server at the same time, and so how many messages are under way. */
export const SENT_AT_ONCE = 4;
/** The same for account mail, beside those. */
export const ACCOUNT_MAIL_AT_ONCE = 2;

/** Sets up the way mail leaves; once per process. */
export async function openMail(options: MailOptions): Promise<void> {
  const transports = options.smtpUrl
    ? {
        account: await smtpTransport(options.smtpUrl, ACCOUNT_MAIL_AT_ONCE),
        other: await smtpTransport(options.smtpUrl, SENT_AT_ONCE),
      }
    : null;
  closeMail();
  current.set({ ...options, transports, domain: new URL(options.origin).hostname });
}

/** Ends the connections to the mail server. */
export function closeMail(): void {
  const transports = current.get()?.transports;
  transports?.account.close();
  transports?.other.close();
}

async function smtpTransport(url: string, maxConnections: number): Promise<Transporter> {
  // Memory that a shop without a mail server keeps.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    // After a burst of orders the same few connections carry one message after the other.
    pool: true,
    maxConnections,
    // Gone soon after the last message: no mail server is kept busy by nothing.
    idleTimeout: 2_000,
    // A message whose connection broke is a job's to try again.
    maxRequeues: 1,
    // A server that hangs must not hold a job for minutes.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // Templates are ours, but nothing in them may ever name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function mail(): Mail {
  return current.demand();
}

/** Whether mail leaves the house; otherwise it is kept for the page of sent mail. */
export function mailLeavesTheHouse(): boolean {
  return mail().transports !== null;
}

/** 'smtp.example.com:587', without user and password; null where mail is kept. */
export function mailServer(): string | null {
  const { smtpUrl } = mail();
  if (smtpUrl === null) return null;
  const { hostname, port, protocol } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
}

/** Where links in mail begin. */
export function mailOrigin(): string {
  return mail().origin;
}

/**
 * Hands one message over. 'sent': the SMTP server took it. 'kept': there is none, and the terminal of a
 * demo says where it can be read.
 * @throws what the SMTP server or the network said; trying again later is the caller's business.
 */
export async function handOverMail(message: OutgoingMail): Promise<'sent' | 'kept'> {
  const { transports, from, origin, say, domain } = mail();
  if (!transports) {
    const link = /https?:\/\/\S+/.exec(message.text)?.[0];
    say?.(`Mail to ${message.recipient}: ${message.subject}`);
    if (link) say?.(`  leads to ${link}`);
    say?.(`  read it at ${origin}/admin/sent-mail/${message.id}`);
    return 'kept';
  }
  await transports[message.isAccountMail ? 'account' : 'other'].sendMail({
    from,
    to: { name: '', address: message.recipient },
    subject: message.subject,
    html: message.html,
    text: message.text,
    messageId: `<${message.id}@${domain}>`,
    headers: {
      // Machines that answer mail by themselves leave such mail alone (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  });
  return 'sent';
}

/** Whether trying again cannot help: the server refused this very recipient for good (RFC 5321, 5yz). */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
}
