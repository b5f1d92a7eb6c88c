/** Opens a base of the continuous backup. */
import { StartError } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { openJson } from '../parts.server.ts';
import { type Base, baseSchema, type Chain, chainKey, manifestPart } from './chain.ts';

/** Where backups are, and what opens them. */
export type Place = { store: FileStore; passphrase: string };

/** A base whose manifest was read, and the key of its streams. */
export type OpenBase = { base: Base; key: StreamKey };

/** @throws StartError when it is not there or has a newer format; StreamError for another passphrase, and for damage. */
export async function readBase(
  { store, passphrase }: Place,
  { name }: Chain,
  base: string,
): Promise<OpenBase> {
  const found = await store.get(`${chainKey(name)}/${manifestPart(base)}`);
  if (!found) throw new StartError(`There is no base ${base} here.`);
  const bytes = Buffer.from(await new Response(found.body).arrayBuffer());
  const { value, key } = await openJson(passphrase, manifestPart(base), bytes);
  const parsed = baseSchema.safeParse(value);
  if (!parsed.success)
    throw new StartError(`The base ${base} has a newer format: install the newer Farmgate that made it.`);
  return { base: parsed.data, key };
}
