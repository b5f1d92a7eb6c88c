/**
 * Hands mail over to an SMTP server, or, if none is configured, to the person at the terminal. The notifications room
 * writes pending and sent mail to the database; no request awaits this module.
 */
import type { Transporter } from 'nodemailer';
import { singleton } from '../singleton.ts';
import { inSpan } from '../tracing/span.ts';

export type OutgoingMail = {
  /** Identifies the message permanently, so that a receiver can recognize a duplicate. */
  id: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** For promotional mail: the address for one-click unsubscribing (RFC 8058). */
  unsubscribeUrl?: string | null;
  /** Where replies go; missing if only the sender's address is known. */
  replyTo?: { name: string; address: string } | null;
  /** An event for the reader's calendar (RFC 6047). */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string } | null;
  /** About an account: uses separate connections, and waits for no other mail. */
  isAccountMail?: boolean;
};

export type MailOptions = {
  /** smtp:// or smtps:// with user and password if needed; with null, mail stays on the Sent mail page. */
  smtpUrl: string | null;
  /** The sender, such as 'Two Branches Farm <shop@farm.example>'. */
  from: string;
  /** The shop's origin, for the link to the Sent mail page. */
  origin: string;
  /** Prints unsent mail and its link at the terminal; null prints nothing. */
  say: ((line: string) => void) | null;
  /** false until a test of a server that was set in the office has worked. */
  isProven?: boolean;
};

type Mail = MailOptions & { transports: Transports | null; domain: string };
type Transports = { account: Transporter; other: Transporter };

const current = singleton<Mail>('mail');

/** Concurrent connections to the mail server, and so the number of messages in transit. */
export const SENT_AT_ONCE = 4;
/** The same for account mail, in addition. */
export const ACCOUNT_MAIL_AT_ONCE = 2;

/** Sets up mail delivery; once per process. */
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

/** Closes the connections to the mail server. */
export function closeMail(): void {
  const transports = current.get()?.transports;
  transports?.account.close();
  transports?.other.close();
}

async function smtpTransport(url: string, maxConnections: number): Promise<Transporter> {
  // A shop without a mail server saves this memory.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    // After a burst of orders, a few connections carry one message after the other.
    pool: true,
    maxConnections,
    // Closes idle connections soon, so as not to occupy the mail server.
    idleTimeout: 2_000,
    // If a connection breaks, the job retries the message.
    maxRequeues: 1,
    // A server that hangs must not occupy a job for minutes.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // Templates are ours, but their content must never name a file or a URL to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Connects to a mail server and signs in, without sending anything.
 * @throws the error of the server or the network.
 */
export async function signInToMailServer(smtpUrl: string): Promise<void> {
  const transport = await smtpTransport(smtpUrl, 1);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function mail(): Mail {
  return current.demand();
}

/** Whether mail is sent out; otherwise it stays on the Sent mail page. */
export function mailLeavesTheHouse(): boolean {
  return mail().transports !== null;
}

/**
 * Whether people get no mail at all: there is no mail server, and no terminal shows the links, as in a demo. A process
 * that sends no mail does not know.
 */
export function isMailOff(): boolean {
  const opened = current.get();
  return opened !== null && opened.transports === null && opened.say === null;
}

/** Whether mail is known to leave, or to be read at the terminal of a demo. A process that sends no mail does not know. */
export function mailState(): 'works' | 'untested' | 'off' {
  if (isMailOff()) return 'off';
  return current.get()?.isProven === false ? 'untested' : 'works';
}

/** 'smtp.example.com:587', without user and password; null if there is no mail server. */
export function mailServer(): string | null {
  const { smtpUrl } = mail();
  if (smtpUrl === null) return null;
  const { hostname, port, protocol } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
}

/** The origin for links in mail. */
export function mailOrigin(): string {
  return mail().origin;
}

/**
 * Hands one message over. 'sent': the SMTP server accepted it. 'kept': there is no server, and the terminal of a demo
 * says where to read it.
 * @throws the error of the SMTP server or the network; the caller decides whether to retry.
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
  const transport = transports[message.isAccountMail ? 'account' : 'other'];
  const sent = {
    from,
    to: { name: '', address: message.recipient },
    subject: message.subject,
    html: message.html,
    text: message.text,
    ...(message.replyTo ? { replyTo: message.replyTo } : {}),
    ...(message.invitation ? { icalEvent: { ...message.invitation, filename: 'pickup.ics' } } : {}),
    messageId: `<${message.id}@${domain}>`,
    headers: {
      // Prevents automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  };
  await inSpan({ name: 'send mail', kind: 'client' }, () => transport.sendMail(sent));
  return 'sent';
}

/** Whether a retry cannot help: the server refused this recipient permanently (RFC 5321, 5yz). */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
}
