/** Mail as an admin sets it in the office: the usual mail services, and the address that the mailer gets. Pure. */
import type { SettingsField } from '#core/ground/settings/settings-field.ts';
import {
  type ConnectionService,
  type ConnectionValues,
  type FieldErrors,
  serviceOf,
} from './connection-form.ts';

type Texts = Readonly<Record<string, string>>;

const isAddress = (text: string) =>
  /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$/.test(text) ? null : 'Enter an email address like shop@example.com.';

const user: SettingsField = {
  ...{ kind: 'text', key: 'user', label: 'Email address of the account', longest: 254, type: 'email' },
  check: isAddress,
};
const userName: SettingsField = { kind: 'text', key: 'user', label: 'User name', longest: 254 };
const secret = (label: string, hint?: string): SettingsField => ({
  ...{ kind: 'text', key: 'password', label, longest: 400, type: 'password' },
  ...(hint ? { hint } : {}),
});
const sender = (optional: boolean): SettingsField => ({
  ...{ kind: 'text', key: 'sender', label: 'Sender’s address', longest: 254, type: 'email' },
  ...{ check: isAddress, optional, example: 'shop@example.com' },
  hint: optional
    ? 'Customers see it. Leave it empty to send from the account’s address.'
    : 'Customers see it, and the service must have verified it.',
});
const host: SettingsField = {
  ...{ kind: 'text', key: 'host', label: 'Mail server', longest: 253, example: 'smtp.example.com' },
  hint: 'Your mail service calls it outgoing server or SMTP server.',
  check: (text) =>
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? null : 'Enter a server’s name like smtp.example.com.',
};
const port: SettingsField = {
  ...{ kind: 'number', key: 'port', label: 'Port', least: 1, most: 65_535, unit: 'usually 587 or 465' },
};
const security: SettingsField = {
  kind: 'choice',
  key: 'security',
  label: 'Encryption',
  options: [
    { value: 'starttls', label: 'After the greeting (STARTTLS), usually port 587' },
    { value: 'tls', label: 'From the start (SSL/TLS), usually port 465' },
    { value: 'none', label: 'None: only for a server on this machine' },
  ],
};

const mailbox = [user, secret('App password'), sender(true)];
const at587 = (name: string) => ({ host: name, port: '587', security: 'starttls' });
const at465 = (name: string) => ({ host: name, port: '465', security: 'tls' });

/** A password must not travel in the open. */
function checkServer(values: Texts): FieldErrors {
  const isHere = /^(localhost|127(\.\d+){3})$/.test(values.host ?? '');
  if (values.security === 'none' && !isHere)
    return { security: ['Choose an encryption: without one, anyone on the way can read your password.'] };
  if (values.sender === '' && isAddress(values.user ?? '') !== null)
    return { sender: ['Enter the sender’s address: the user name is none.'] };
  return {};
}

/** Servers, ports and conditions as the services’ help pages state them. */
export const mailServices: readonly ConnectionService[] = [
  {
    ...{ id: 'google', name: 'Gmail, Google Workspace', fields: mailbox, fixed: at587('smtp.gmail.com') },
    trap: 'The account’s own password does not work. Turn on 2-Step Verification in the Google account, create an app password there (16 letters), and enter it here.',
  },
  {
    ...{ id: 'microsoft', name: 'Microsoft 365, Outlook', fixed: at587('smtp.office365.com') },
    fields: [user, secret('Password, or app password'), sender(true)],
    trap: 'The mailbox must be allowed to send from programs: in the Microsoft 365 admin center, open the user, Mail, Manage email apps, and check Authenticated SMTP. With two-step sign-in, enter an app password.',
  },
  {
    ...{ id: 'fastmail', name: 'Fastmail', fields: mailbox, fixed: at465('smtp.fastmail.com') },
    trap: 'The account’s own password does not work. Create an app password in Fastmail under Settings, Privacy & Security.',
  },
  {
    ...{ id: 'zoho', name: 'Zoho Mail', fixed: at465('smtppro.zoho.com') },
    fields: [user, secret('Password, or app password'), sender(true)],
    trap: 'For an address at your own domain. With two-step sign-in, create an app password in Zoho under Security, and enter it here.',
  },
  {
    ...{ id: 'icloud', name: 'iCloud Mail', fields: mailbox, fixed: at587('smtp.mail.me.com') },
    trap: 'The Apple password does not work. Create an app-specific password at account.apple.com. Apple allows about 1,000 messages a day.',
  },
  {
    ...{ id: 'mailgun', name: 'Mailgun', fixed: at587('smtp.mailgun.org') },
    fields: [userName, secret('SMTP password'), sender(false)],
    trap: 'Verify your domain in Mailgun first. User name and password are those under Sending, Domain settings, SMTP credentials, not the API key.',
  },
  {
    ...{ id: 'postmark', name: 'Postmark', fixed: at587('smtp.postmarkapp.com') },
    fields: [secret('Server API token'), sender(false)],
    trap: 'Verify the sender or your domain in Postmark first. Until Postmark approves a new account, it sends only to your own domain.',
  },
  {
    ...{ id: 'sendgrid', name: 'SendGrid', fixed: { ...at587('smtp.sendgrid.net'), user: 'apikey' } },
    fields: [secret('API key'), sender(false)],
    trap: 'Verify the sender in SendGrid first, and create an API key that may send mail.',
  },
  {
    ...{ id: 'ses', name: 'Amazon SES', fixed: { port: '587', security: 'starttls' } },
    fields: [
      {
        ...host,
        example: 'email-smtp.us-east-1.amazonaws.com',
        hint: 'It names the region of your account.',
      },
      userName,
      secret('SMTP password'),
      sender(false),
    ],
    trap: 'Create SMTP credentials in Amazon SES: the keys of your Amazon account do not work. Until Amazon moves you out of the sandbox, it sends only to verified addresses.',
  },
  {
    ...{ id: 'resend', name: 'Resend', fixed: { ...at465('smtp.resend.com'), user: 'resend' } },
    fields: [secret('API key'), sender(false)],
    trap: 'Verify your domain in Resend first; the sender’s address must be in it.',
  },
  {
    ...{ id: 'other', name: 'Another mail service', check: checkServer },
    fields: [
      host,
      port,
      security,
      { ...userName, optional: true },
      { ...secret('Password'), optional: true } as SettingsField,
      sender(true),
    ],
    trap: 'Look for “outgoing mail” or “SMTP” on its help pages. Many services want an app password instead of the account’s own.',
  },
];

/**
 * What the mailer needs: the server’s address with user and password, and the sender.
 * @param storeName the sender’s name
 */
export function mailOptionsOf(
  values: ConnectionValues,
  storeName: string,
): { smtpUrl: string; from: string } | null {
  const service = serviceOf(mailServices, values.service);
  if (!service) return null;
  const all: Texts = { ...service.fixed, ...values };
  const password = all.password ?? '';
  // Postmark’s token is both.
  const name = all.user || (service.id === 'postmark' ? password : '');
  const part = encodeURIComponent;
  const signIn = name === '' ? '' : `${part(name)}:${part(password)}@`;
  const query =
    all.security === 'tls' ? '' : all.security === 'none' ? '?ignoreTLS=true' : '?requireTLS=true';
  const address = all.sender || name;
  return {
    smtpUrl: `${all.security === 'tls' ? 'smtps' : 'smtp'}://${signIn}${all.host}:${all.port}${query}`,
    from: `"${storeName.replaceAll(/["\\\p{Cc}]/gu, '')}" <${address}>`,
  };
}
