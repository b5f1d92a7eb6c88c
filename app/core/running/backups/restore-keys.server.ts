/** The keys of a restored shop: without the right ones no photo and no license number can be read again. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Env, StartError } from '#platform/env.ts';
import { keyFingerprints, openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { KEYS } from './backup.ts';
import type { BackupPlan } from './backup-plan.ts';
import { secretFingerprint } from './make-backup.server.ts';
import { inWords, readPart } from './parts.server.ts';
import type { OpenBackup } from './restore-backup.server.ts';

const schema = z.object({ secret: z.string(), keyFile: z.string().nullable() });

/**
 * Puts the secret and the encryption keys where the environment expects them, unless they are there already, opens them,
 * and checks that they are the shop's. Returns what it wrote, for the operator.
 * @throws StartError, in one sentence, when a key is missing or another shop's
 */
export async function restoreKeys(backup: OpenBackup, plan: BackupPlan, env: Env): Promise<string[]> {
  const { name, keys } = backup.manifest;
  const secretFile = join(env.dataFolder, 'secret');
  const needsSecret = env.FARMGATE_SECRET === undefined && !existsSync(secretFile);
  const keyFile = env.ENCRYPTION_KEY_FILE;
  if (keys.file.length > 0 && keyFile === undefined)
    throw new StartError(
      `The shop encrypts photos with a file of keys: set ENCRYPTION_KEY_FILE to where it is, or is to be.`,
    );
  const needsKeyFile = keys.file.length > 0 && keyFile !== undefined && !existsSync(keyFile);
  const written: string[] = [];
  if (needsSecret || needsKeyFile) {
    const stored = await storedKeys(backup, plan);
    if (!stored)
      throw new StartError(
        `The backup ${name} has no keys with it: put ${needsSecret ? `the shop’s secret in ${secretFile} or FARMGATE_SECRET` : `the file of keys at ${keyFile}`}, or set BACKUP_KEYS_FOLDER to the folder with its keys.`,
      );
    if (needsSecret) written.push(write(secretFile, stored.secret));
    if (needsKeyFile && stored.keyFile !== null) written.push(write(keyFile, stored.keyFile));
  }
  openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
  openKeyring(keys.file.length > 0 ? (keyFile ?? null) : null);
  requireSameKeys(backup);
  return written;
}

/** @throws StartError when the open secret or keys do not decrypt what the shop encrypted. */
export function requireSameKeys({ manifest: { keys, name } }: OpenBackup): void {
  if (secretFingerprint() !== keys.secret)
    throw new StartError(
      `The secret in use (FARMGATE_SECRET or data/secret) is not the one of the shop in the backup ${name}: put the shop’s secret there.`,
    );
  const present = new Map(keyFingerprints().map(({ id, hash }) => [id, hash]));
  const missing = keys.file.find(({ id, hash }) => present.get(id) !== hash);
  if (missing)
    throw new StartError(
      `The key ${missing.id} is missing in ENCRYPTION_KEY_FILE: put the shop’s file of keys there; without it photos and license numbers cannot be read.`,
    );
}

async function storedKeys(
  { manifest, key }: OpenBackup,
  plan: BackupPlan,
): Promise<z.output<typeof schema> | null> {
  const { name } = manifest;
  // Backups set in the office have them beside the rows.
  const keys = plan.keys ?? plan.store;
  if (!(await keys.modifiedAt(`${name}/${KEYS}.0001`))) return null;
  return inWords(name, async () => {
    const parts: Buffer[] = [];
    for await (const bytes of readPart(keys, key, name, KEYS, { pieces: 1 })) parts.push(bytes);
    return schema.parse(JSON.parse(Buffer.concat(parts).toString()));
  });
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, text, { mode: 0o600, flush: true });
  renameSync(partial, file);
  return file;
}
