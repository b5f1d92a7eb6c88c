/** Examines everything that `npm run doctor` reports, in the order in which a person would repair it. */
import { join } from 'node:path';
import { trySample } from '#core/accounts/customers/sample-queries.server.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { readShopIds } from '#db/shop-id.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import type { Env } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { fileStoreOf, openFiles } from '#platform/files/files.ts';
import { readServersOfOffice } from '../../connections/open-connections.server.ts';
import { lastStateContact, readSavingReports, readWatched } from '../watch/watched-queries.server.ts';
import { examinePassphrase } from './examine-backups.server.ts';
import { examineServer } from './examine-database.server.ts';
import {
  examineCertificate,
  examineDisk,
  examineMail,
  examineReplacedDatabases,
  examineSecrets,
  examineTraces,
} from './examine-machine.server.ts';
import { examineReplica } from './examine-replica.server.ts';
import { examineReports } from './examine-reports.server.ts';
import { type Finding, problem, warning } from './finding.ts';
import { judgeConfiguration, judgePush, judgeSample, judgeShopId, judgeSms } from './machine-rules.ts';
import { tryWrite, tryWrites } from './try-writes.server.ts';
import { judgeTracking } from './work-rules.ts';
import { judgeSaving, judgeWrites } from './write-rules.ts';

type Options = {
  isProduction: boolean;
  /** The project's folder. */
  root: string;
  /** Whether the data folder has a bundled database. */
  hasCluster: boolean;
};

const STOPPED = 'The bundled database is stopped; start the shop and run this again to check it.';

/** Reads, connects and signs in; sends nothing and changes nothing. */
export async function examine(env: Env, options: Options): Promise<Finding[]> {
  const publicOrigin = env.PUBLIC_ORIGIN ?? null;
  const url = env.DATABASE_URL ?? (await embeddedDatabaseUrl(env.dataFolder));
  const store = fileStoreOf(env);
  openFiles(store);
  const server = url === null ? null : await examineServer(url, join(options.root, 'app/db/migrations'));
  const secrets = examineSecrets(env, server === null ? options.hasCluster : !server.isEmpty);
  const data = url !== null && server?.isMigrated ? await examineData(url, env, store, secrets.isOpen) : null;
  return [
    judgeConfiguration({ isProduction: options.isProduction, publicOrigin }),
    ...(server?.findings ?? [warning('Database', STOPPED)]),
    ...(data?.findings ?? []),
    ...secrets.findings,
    ...judgeWrites(await tryWrites({ env, store, hasDatabase: false })),
    ...examinePassphrase(env),
    await examineDisk(env),
    ...examineReplacedDatabases(env),
    await examineMail(env.SMTP_URL ?? data?.smtpUrl ?? null, options.isProduction),
    judgePush({ publicOrigin }),
    judgeSms(env.SMS_URL ?? data?.smsUrl ?? null),
    await examineTraces(env, options.root),
    await examineCertificate(publicOrigin),
  ];
}

/** The doctor looks at the disk of the machine that it runs on, and has a line for each place, and two for the schema. */
const OWN_LINES = { disk: true, writes: true, schema: true };

type Data = { findings: Finding[]; smtpUrl: string | null; smsUrl: string | null };

/** What only the shop's tables know; with it, the servers that were set in the office. */
async function examineData(url: string, env: Env, store: FileStore, canDecrypt: boolean): Promise<Data> {
  openDatabase({ url, max: 2 });
  const none = { smtpUrl: null, smsUrl: null };
  try {
    const watched = await readWatched(env);
    const findings = watched
      .filter(({ part, finding }) => !(part in OWN_LINES) && (part !== 'clock' || finding.state !== 'ok'))
      .map(({ finding }) => finding);
    const elsewhere = judgeSaving([], await readSavingReports());
    if (elsewhere.state !== 'ok') findings.push(elsewhere);
    const contact = await lastStateContact();
    if (contact?.trouble) findings.push(judgeTracking(contact.trouble, contact.ageSeconds));
    findings.push(...(await examineReports()));
    findings.push(...judgeWrites([await tryWrite('database', { env, store, hasDatabase: true })]));
    findings.push(...(await examineReplica(env.DATABASE_REPORTS_URL)));
    const ids = await readShopIds().catch(() => null);
    // A store that does not answer has its own line.
    if (ids !== null) findings.push(judgeShopId(ids.inDatabase, ids.inStore));
    if (!canDecrypt) return { findings, ...none };
    findings.push(judgeSample(await trySample()));
    return { findings, ...(await readServersOfOffice()) };
  } catch (error) {
    const code = databaseErrorCode(error);
    if (code === null) throw error;
    if (code === '42501')
      return {
        findings: [problem('Tables', 'The shop’s role may not read all of its tables; see Privileges.')],
        ...none,
      };
    const unreadable = `The shop’s tables cannot be read (SQLSTATE ${code}); restore a backup or ask for help.`;
    return { findings: [problem('Tables', unreadable)], ...none };
  } finally {
    await closeDatabase();
  }
}
