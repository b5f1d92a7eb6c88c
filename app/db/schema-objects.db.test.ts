/** The description of the schema that the doctor compares with is that of the migrations. */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { cloneTemplate } from '#tests/support/database.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { Connection } from './connection.ts';
import { newestMigration } from './migrate.ts';
import { readSchemaObjects, releasedSchema } from './schema-objects.ts';

test('the released description is what the migrations make; otherwise run npm run db:describe', async () => {
  const { url, name } = await cloneTemplate();
  const client = new Connection({ connectionString: url });
  await client.connect();
  await client.query('begin');
  const objects = await readSchemaObjects(client);
  await client.end();
  await dropDatabase(inject('clusterUrl'), name);
  const released = await releasedSchema();
  expect(released.migration).toBe(newestMigration(join(import.meta.dirname, '../..')));
  expect(objects.length).toBeGreaterThan(1000);
  expect(objects).toEqual(released.objects);
});
