/**
 * What a continuous backup stores: chains. A chain has copies of the cluster's files (bases), and every segment of the log
 * since the first of them. It ends where a segment is missing, or with its cluster; the next one starts with a base.
 *
 *     continuous/20260308T101500Z-abcdef/log/0000000100000000000000A1
 *     continuous/20260308T101500Z-abcdef/20260308T101502Z-abcdef/files.0001
 *     continuous/20260308T101500Z-abcdef/20260308T101502Z-abcdef/manifest
 */
import { z } from 'zod';
import { EndlessAnswer, type FileStore } from '#platform/files/file-store.ts';
import { MANIFEST, parseBackupName } from '../backup.ts';
import { isSegment, unbroken } from './log-segment.ts';

const CONTINUOUS = 'continuous';
export const chainKey = (chain: string) => `${CONTINUOUS}/${chain}`;
export const LOG = 'log';
/** A base's name is part of its streams' keys: it cannot take another one's place. */
export const manifestPart = (base: string) => `${base}/${MANIFEST}`;
export const filesPart = (base: string) => `${base}/files`;
export const logPart = (segment: string) => `${LOG}/${segment}`;

/** Written last: without it there is no base. */
export const baseSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  /** PostgreSQL's major version: no other one reads the files. */
  postgres: z.number(),
  /** The store's time zone, in which people say a moment. */
  zone: z.string(),
  /** ISO, UTC: from then on every moment can be restored. */
  completeAt: z.string(),
  firstSegment: z.string(),
  lastSegment: z.string(),
  pieces: z.number(),
  /** Folders of the cluster, the empty ones included. */
  folders: z.array(z.string()),
  /** Of the roles inside it. */
  passwords: z.object({ administrator: z.string(), application: z.string() }),
});
export type Base = z.output<typeof baseSchema>;

export type Chain = {
  name: string;
  /** Names of complete bases, oldest first. */
  bases: string[];
  /** When each segment was stored. */
  segments: Map<string, Date>;
  keys: string[];
};

/** Files of chains that are read: three copies of 100 GB, and a segment each minute for three months. */
const MOST_FILES = 200_000;

/** Every chain in a place, oldest first, of all shops or of one. @throws EndlessAnswer for more files than there can be */
export async function readChains(store: FileStore, owner?: string): Promise<Chain[]> {
  const chains = new Map<string, Chain>();
  let files = 0;
  for await (const page of store.list(`${CONTINUOUS}/`)) {
    for (const { key, modifiedAt } of page) {
      const [, name = '', part = '', file = ''] = key.split('/');
      const parsed = parseBackupName(name);
      if (!parsed || (owner !== undefined && parsed.owner !== owner)) continue;
      const chain: Chain = chains.get(name) ?? { name, bases: [], segments: new Map(), keys: [] };
      chains.set(name, chain);
      files += 1;
      if (files > MOST_FILES) throw new EndlessAnswer('files');
      chain.keys.push(key);
      if (part === LOG && isSegment(file)) chain.segments.set(file, modifiedAt);
      else if (file === MANIFEST) chain.bases.push(part);
    }
  }
  for (const { bases } of chains.values()) bases.sort();
  return [...chains.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The segments that a base can be brought forward with, without a gap. */
export const segmentsOf = (chain: Chain, { firstSegment }: Base): string[] =>
  unbroken(firstSegment, chain.segments.keys());
