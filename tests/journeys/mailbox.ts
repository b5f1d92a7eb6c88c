/** A real SMTP peer that stores its messages and reads them as a recipient would. */
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { SMTPServer } from 'smtp-server';

export type Mail = { recipient: string; subject: string; text: string; html: string };

export type Mailbox = {
  url: string;
  /** Waits for a message to this recipient with a matching subject. */
  receive(recipient: string, subject: RegExp): Promise<Mail>;
  /** Everything so far. */
  all(): readonly Mail[];
  stop(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const recipient = session.envelope.rcptTo[0]?.address ?? '';
        mails.push({ recipient, ...readMail(Buffer.concat(parts).toString('latin1')) });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  const find = (recipient: string, subject: RegExp) =>
    mails.find((mail) => mail.recipient === recipient && subject.test(mail.subject));
  return {
    url: `smtp://127.0.0.1:${port}`,
    all: () => mails,
    receive: async (recipient, subject) => {
      await expect
        .poll(() => find(recipient, subject)?.subject, {
          message: `mail ${subject} to ${recipient}`,
          intervals: [50, 100, 250],
        })
        .toBeTruthy();
      const mail = find(recipient, subject);
      if (!mail) throw new Error('the mail has gone again');
      return mail;
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** The first link of a message that leads to this path. */
export function linkIn(mail: Mail, path: string): string {
  const links = mail.text.match(/https?:\/\/[^\s<>")\]]+/g) ?? [];
  const link = links.find((each) => new URL(each).pathname === path);
  if (!link) throw new Error(`no link to ${path} in:\n${mail.text}`);
  return link;
}

/** Header block and body of a message or of one of its parts (RFC 5322, RFC 2045). */
function split(source: string): { header(name: string): string; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  return {
    header: (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
    body: source.slice(end + 4),
  };
}

function readMail(source: string): Omit<Mail, 'recipient'> {
  const { header } = split(source);
  return {
    subject: decodeWords(header('Subject')),
    text: partOf(source, 'text/plain'),
    html: partOf(source, 'text/html'),
  };
}

function partOf(source: string, type: string): string {
  const { header, body } = split(source);
  const contentType = header('Content-Type');
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1, -1);
    return parts.map((part) => partOf(part.replace(/^\r\n/, ''), type)).find((text) => text !== '') ?? '';
  }
  if (!contentType.toLowerCase().startsWith(type)) return '';
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body) : body;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Encoded words in a header (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?[^?]+\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
