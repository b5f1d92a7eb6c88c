/** What the doctor says about settings, files, disk, secrets, mail, messages and the certificate. */
import { type Finding, ok, problem, size, span, warning } from './finding.ts';

const GIGABYTE = 1024 ** 3;
/** Free bytes: below the first, uploads and the database's log may fill it within days; below the second, soon. */
const DISK_BYTES = { warning: GIGABYTE, problem: GIGABYTE / 10 };
/** Days before a certificate ends; the usual tools renew it thirty days before. */
const CERTIFICATE_DAYS = 14;

type Addresses = { isProduction: boolean; publicOrigin: string | null };
const isHttps = (origin: string | null) => origin?.startsWith('https:') ?? false;
const isLocal = (origin: string | null) =>
  origin === null || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

/** After the settings were parsed: what parses and is still wrong for a real shop. */
export function judgeConfiguration({ isProduction, publicOrigin }: Addresses): Finding {
  if (isProduction && publicOrigin === null)
    return problem(
      'Settings',
      'PUBLIC_ORIGIN is missing; set it to the address at which people reach the shop.',
    );
  if (!isHttps(publicOrigin) && !isLocal(publicOrigin))
    return problem(
      'Settings',
      'PUBLIC_ORIGIN starts with http://; use https://, or passwords and cookies travel in the open.',
    );
  return isProduction
    ? ok('Settings', 'They are complete for a real shop.')
    : ok('Settings', 'They are valid; this is a demo start, because NODE_ENV is not production.');
}

/** @param free bytes; @param total bytes. */
export function judgeDisk(free: number, total: number): Finding {
  const text = `${size(free)} of ${size(total)} are free`;
  if (free < DISK_BYTES.problem) return problem('Disk', `${text}; make room before the shop stops saving.`);
  return free < DISK_BYTES.warning ? warning('Disk', `${text}; make room.`) : ok('Disk', `${text}.`);
}

/** @param folders databases that an upgrade has replaced; at least one */
export const judgeReplacedDatabases = (folders: readonly string[]): Finding =>
  warning(
    'Replaced database',
    `${folders.join(', ')}: from before an upgrade, with customers’ data that retention does not reach; delete it once the shop runs well.`,
  );

/** The ids that the database and the file store have; null where there is none. */
export function judgeShopId(inDatabase: string | null, inStore: string | null): Finding {
  if (inDatabase === null && inStore === null)
    return ok('File store’s owner', 'Neither side has an id yet; the next start writes it.');
  return inDatabase === inStore
    ? ok('File store’s owner', 'It belongs to this database.')
    : problem(
        'File store’s owner',
        'It belongs to another database; see ‘One file store, one database’ in docs/operations.md.',
      );
}

/** A file that holds a secret. `mode` is null where it does not exist. */
export type SecretFile = { mode: number | null; isReadable: boolean };

/** @param path named in the advice. @param isNeeded whether data exists that nothing else opens. */
export function judgeSecretFile(
  what: string,
  path: string,
  { mode, isReadable }: SecretFile,
  isNeeded: boolean,
): Finding {
  if (mode === null)
    return isNeeded
      ? problem(what, `${path} is missing; put it back from a copy, because it opens encrypted data.`)
      : ok(what, 'There is none yet; the first start creates it.');
  if (!isReadable) return problem(what, `${path} cannot be read by this user; change its owner.`);
  if ((mode & 0o007) !== 0)
    return problem(what, `Everyone on this machine can open ${path}: chmod 600 ${path}`);
  return (mode & 0o070) !== 0
    ? warning(what, `Its group can open ${path}: chmod 600 ${path}`)
    : ok(what, 'Only this user can read it.');
}

/** @param sample newest encrypted license number and photo: readable, not readable, or none. */
export function judgeSample(sample: 'readable' | 'unreadable' | 'none'): Finding {
  if (sample === 'none') return ok('Encrypted data', 'There is none yet.');
  return sample === 'readable'
    ? ok('Encrypted data', 'A sample was decrypted.')
    : problem(
        'Encrypted data',
        'A sample cannot be decrypted; put back FARMGATE_SECRET and the file of ENCRYPTION_KEY_FILE that it was written with.',
      );
}

/** @param trouble a sentence; null if the server accepted the sign-in; undefined without a server. */
export function judgeMail(trouble: string | null | undefined, isProduction: boolean): Finding {
  if (trouble === undefined)
    return isProduction
      ? warning(
          'Mail',
          'Without mail no new customer can order: set it up in Settings, Mail, or with SMTP_URL.',
        )
      : ok('Mail', 'Mail is stored and shown at /admin/sent-mail.');
  return trouble === null
    ? ok('Mail', 'The server accepted the sign-in; nothing was sent.')
    : problem('Mail', trouble);
}

/** Push works in browsers over HTTPS only, and on localhost. */
export function judgePush({ publicOrigin }: Pick<Addresses, 'publicOrigin'>): Finding {
  return isHttps(publicOrigin) || isLocal(publicOrigin)
    ? ok('Push', 'It needs no settings.')
    : warning('Push', 'Browsers allow it over HTTPS only; use an https:// address as PUBLIC_ORIGIN.');
}

/** @param gateway its URL; null if there is none. */
export function judgeSms(gateway: string | null): Finding {
  if (gateway === null) return ok('Text messages', 'Off.');
  return isHttps(gateway) || isLocal(gateway)
    ? ok('Text messages', 'A gateway is set; Settings → Connections tests it.')
    : warning(
        'Text messages',
        'SMS_URL starts with http://, so codes and numbers travel in the open; use https://.',
      );
}

/** @param trouble why the collector did not take a trial, in a sentence; null if it did, undefined while traces are off. */
export function judgeTraces(trouble: string | null | undefined): Finding {
  if (trouble === undefined) return ok('Traces', 'Off.');
  return trouble === null ? ok('Traces', 'The collector takes them.') : warning('Traces', trouble);
}

/** What the server at PUBLIC_ORIGIN showed; null if it could not be reached. */
export type Certificate = { endsAt: Date; isTrusted: boolean } | null;

/** @param certificate undefined where PUBLIC_ORIGIN needs none. */
export function judgeCertificate(certificate: Certificate | undefined, now: Date): Finding {
  if (certificate === undefined) return ok('Certificate', 'This address needs none.');
  if (certificate === null)
    return warning('Certificate', 'PUBLIC_ORIGIN could not be reached from here; test it from outside.');
  const seconds = (certificate.endsAt.getTime() - now.getTime()) / 1000;
  if (seconds <= 0) return problem('Certificate', 'It has expired; renew it.');
  if (!certificate.isTrusted)
    return problem(
      'Certificate',
      'Browsers do not trust it for this address; check its names and its issuer.',
    );
  const text = `It is valid for ${span(seconds)}`;
  return seconds < CERTIFICATE_DAYS * 86_400
    ? warning('Certificate', `${text}; see why it was not renewed.`)
    : ok('Certificate', `${text}.`);
}
