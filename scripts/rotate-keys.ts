/**
 * `npm run rotate-keys`: adds a new key to ENCRYPTION_KEY_FILE and re-encrypts photos and license numbers with it. It
 * can be interrupted and run again: it then finishes the previous run before it adds another key. The shop may be
 * running. With `--finish` it never adds a key. It leaves unreadable data unchanged, lists it at the end, and exits
 * with code 1. It never deletes a key.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isRotationUnderWay, rotateKeys } from '#core/accounts/customers/rotate-keys.server.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { embeddedDatabaseUrl, startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { fileStoreOf, openFiles } from '#platform/files/files.ts';
import { addKey, currentKeyId, openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => console.log(line);

async function withDatabase(env: Env, work: (url: string) => Promise<boolean>): Promise<boolean> {
  const running = sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder));
  if (running) return work(running);
  const embedded = await startEmbeddedDatabase({ dataFolder: env.dataFolder, onNotice: say });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** An instance without the setting has only the key of the root secret, and opens nothing under a key of the file. */
const nextStep = (path: string, isNew: boolean) =>
  isNew
    ? `Now set ENCRYPTION_KEY_FILE=${path} in the environment of every instance and of the backup, and start each again: until then it cannot open photos and license numbers. Store a copy of the file.`
    : `Instances that run with ENCRYPTION_KEY_FILE=${path} load the key by themselves; start any other again with it.`;

/** False if something could not be read. */
async function rotate(env: Env, url: string, finishOnly: boolean): Promise<boolean> {
  const path = env.ENCRYPTION_KEY_FILE;
  if (path === undefined) {
    throw new StartError(
      'Say where the keys go, best on another disk than the data: ENCRYPTION_KEY_FILE=/path/to/keys npm run rotate-keys',
    );
  }
  await migrateDatabase(url, root);
  openDatabase({ url, max: 4, forLongWork: true });
  try {
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    openFiles(fileStoreOf(env));
    const isThere = existsSync(path);
    if (isThere) openKeyring(path);
    if (finishOnly && !isThere) throw new StartError(`${path} does not exist yet; leave --finish out.`);
    if (!finishOnly && (!isThere || !(await isRotationUnderWay()))) say(`New key: ${addKey(path)}`);
    else say(`Finishing what was begun with key ${currentKeyId()}.`);
    const { photos, licenses, unread } = await rotateKeys();
    say(`Under the new key: ${photos} photos and ${licenses} license numbers.`);
    say(nextStep(resolve(path), !isThere));
    if (unread.photos.length + unread.licenses.length === 0) return true;
    for (const id of unread.photos) console.error(`Could not be read: photo ${id}`);
    for (const id of unread.licenses) console.error(`Could not be read: license number of customer ${id}`);
    console.error(`They stay as they are. Keep every line of ${path}: one of them may open them yet.`);
    return false;
  } finally {
    await closeDatabase();
  }
}

try {
  const { values } = parseArgs({ options: { finish: { type: 'boolean', default: false } } });
  const env = readEnv();
  if (!(await withDatabase(env, (url) => rotate(env, url, values.finish)))) process.exitCode = 1;
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
