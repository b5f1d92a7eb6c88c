/** Reads the connections that were set in the office. */
import { z } from 'zod';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database, type Transaction } from '#db/client.ts';
import { shopConnections } from '#db/schema/connections.ts';
import type { ShopConnectionKind } from '#kernel/statuses.ts';
import { log } from '#platform/log.ts';
import { decrypt } from '#platform/secrets/secrets.ts';
import type { ConnectionValues } from './connection-form.ts';

export type StoredConnection = {
  kind: ShopConnectionKind;
  version: number;
  /** null if the key that encrypted it is gone: it must be entered again. */
  values: ConnectionValues | null;
  /** Whether the last test of these values worked; null before the first. */
  works: boolean | null;
  /** What the last test said, if it failed. */
  trouble: string | null;
};

/** Binds what is encrypted to its row. */
export const connectionContext = (kind: ShopConnectionKind) => `connection:${kind}`;

const valuesSchema = z.intersection(z.object({ service: z.string() }), z.record(z.string(), z.string()));

/** All of them, with their secrets: for what uses them, never for a page. */
export async function readStoredConnections(from: Pick<Transaction, 'select'> = database()) {
  const rows = await from.select().from(shopConnections);
  return rows.map(({ kind, version, sealed, testedAt, trouble }): StoredConnection => {
    const works = testedAt === null ? null : trouble === null;
    return { kind, version, works, trouble, values: open(kind, sealed) };
  });
}

/** Null for people who may not manage settings; without a row, version 0. */
export async function readStoredConnection(
  actor: Actor,
  kind: ShopConnectionKind,
): Promise<StoredConnection | null> {
  if (!may(actor, 'settings.manage')) return null;
  const found = (await readStoredConnections()).find((each) => each.kind === kind);
  return found ?? { kind, version: 0, values: null, works: null, trouble: null };
}

function open(kind: ShopConnectionKind, sealed: string): ConnectionValues | null {
  try {
    return valuesSchema.parse(JSON.parse(decrypt(sealed, connectionContext(kind))));
  } catch {
    // The error could contain what was decrypted.
    log.error({ connection: kind }, 'a connection set in the office cannot be decrypted');
    return null;
  }
}
