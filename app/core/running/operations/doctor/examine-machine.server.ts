/** Looks at this machine and at the servers that the settings name. Creates nothing but a trial file, which it deletes. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { checkServerIdentity, connect } from 'node:tls';
import { connectionTrouble, TEST_SECONDS } from '#core/running/connections/connection.ts';
import { replacedHomes } from '#platform/embedded-database/layout.ts';
import { type Env, StartError } from '#platform/env.ts';
import { signInToMailServer } from '#platform/outgoing/mail.ts';
import { askOutside } from '#platform/outgoing/outbound.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { tracesUrl } from '#platform/tracing/open-tracing.ts';
import { INSTALL_SDK, loadSdk } from '#platform/tracing/sdk.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import {
  type Certificate,
  judgeCertificate,
  judgeDisk,
  judgeMail,
  judgeReplacedDatabases,
  judgeSecretFile,
  judgeTraces,
  type SecretFile,
} from './machine-rules.ts';

/** Milliseconds for a certificate. */
const PATIENCE = 5000;
const QUIET = '';
const NO_SDK = `OpenTelemetry’s SDK is not installed: ${INSTALL_SDK}, and start the shop again.`;

/** The disk of the data folder. */
export async function examineDisk({ dataFolder }: Env): Promise<Finding> {
  if (!existsSync(dataFolder))
    return warning('Disk', 'The data folder does not exist yet; the first start creates it.');
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  return judgeDisk(bavail * bsize, blocks * bsize);
}

/** Nothing without an upgrade that left its old database. */
export function examineReplacedDatabases({ dataFolder }: Env): Finding[] {
  const folders = replacedHomes(dataFolder);
  return folders.length > 0 ? [judgeReplacedDatabases(folders)] : [];
}

/**
 * The files with secrets. Opens what can be read, so that a sample can be decrypted afterwards.
 * @param hasData whether a database exists whose data they encrypted.
 */
export function examineSecrets(env: Env, hasData: boolean): { findings: Finding[]; isOpen: boolean } {
  const path = join(env.dataFolder, 'secret');
  const secret = env.FARMGATE_SECRET === undefined ? lookAt(path) : null;
  const keys = env.ENCRYPTION_KEY_FILE === undefined ? null : lookAt(env.ENCRYPTION_KEY_FILE);
  const findings = [
    secret === null
      ? ok('Root secret', 'It comes from FARMGATE_SECRET; store a copy separately from the database.')
      : judgeSecretFile('Root secret', path, secret, hasData),
    keys === null
      ? ok('Key file', 'None; the keys derive from the root secret.')
      : judgeSecretFile('Key file', env.ENCRYPTION_KEY_FILE ?? '', keys, true),
  ];
  // Opening a missing root secret would create one.
  if ([secret, keys].some((file) => file !== null && !file.isReadable)) return { findings, isOpen: false };
  try {
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    openKeyring(env.ENCRYPTION_KEY_FILE ?? null);
    return { findings, isOpen: true };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { findings: [...findings, problem('Secrets', error.message)], isOpen: false };
  }
}

function lookAt(path: string): SecretFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return { mode: null, isReadable: false };
  try {
    accessSync(path, constants.R_OK);
    return { mode: found.mode & 0o777, isReadable: found.isFile() };
  } catch {
    return { mode: found.mode & 0o777, isReadable: false };
  }
}

/** Signs in to the mail server, and sends nothing. @param smtpUrl of the environment or the office */
export async function examineMail(smtpUrl: string | null, isProduction: boolean): Promise<Finding> {
  if (!smtpUrl) return judgeMail(undefined, isProduction);
  try {
    await signInToMailServer(smtpUrl);
    return judgeMail(null, isProduction);
  } catch (error) {
    return judgeMail(connectionTrouble('The mail server', error, QUIET), isProduction);
  }
}

/** Sends the collector an export without spans. @param root the project's folder */
export async function examineTraces(env: Env, root: string): Promise<Finding> {
  const url = tracesUrl(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (url === null) return judgeTraces(undefined);
  if (loadSdk(root) === null) return judgeTraces(NO_SDK);
  try {
    const { status } = await askOutside({
      ...{ method: 'POST', url, timeout: TEST_SECONDS * 1000, publicOnly: false },
      headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, 'Content-Type': 'application/json' },
      body: '{"resourceSpans":[]}',
    });
    if (status < 200 || status > 299) throw new Error(`answered ${status}`);
    return judgeTraces(null);
  } catch (error) {
    return judgeTraces(connectionTrouble('The collector', error, QUIET));
  }
}

/** The certificate that visitors get. */
export async function examineCertificate(publicOrigin: string | null, now = new Date()): Promise<Finding> {
  if (!publicOrigin?.startsWith('https:')) return judgeCertificate(undefined, now);
  return judgeCertificate(await readCertificate(new URL(publicOrigin)), now);
}

function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    // An expired or foreign certificate is what we want to see, so the connection must not be refused for it.
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
      timeout: PATIENCE,
    });
    const end = (certificate: Certificate) => {
      socket.destroy();
      resolve(certificate);
    };
    socket.once('secureConnect', () => {
      const shown = socket.getPeerCertificate();
      const isForHost = checkServerIdentity(host, shown) === undefined;
      end({ endsAt: new Date(shown.valid_to), isTrusted: socket.authorized && isForHost });
    });
    socket.once('timeout', () => end(null));
    socket.once('error', () => end(null));
  });
}
