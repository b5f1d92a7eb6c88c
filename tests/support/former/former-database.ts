/** A database with a former shop, beside the shop's own of a test. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { dropDatabase } from '../drop-database.ts';
import { type FormerSize, makeFormerShop } from './former-shop.ts';

export async function makeFormerDatabase(size: FormerSize): Promise<{ url: string; stop(): Promise<void> }> {
  const name = `test_former_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${name}`;
  await makeFormerShop(url.href, size);
  return { url: url.href, stop: () => dropDatabase(inject('clusterUrl'), name) };
}
