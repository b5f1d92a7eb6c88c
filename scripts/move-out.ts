/**
 * `npm run move-out -- FOLDER`: writes the whole shop into an empty folder in open formats, of one moment, while it runs or
 * not. The folder has license numbers, photos and password hashes: keep it like the shop itself.
 */
import { resolve } from 'node:path';
import { writeExport } from '#core/running/move-in/own-export/write-export.server.ts';
import { readEnv, StartError } from '#platform/env.ts';
import { withShop } from './with-shop.ts';

try {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || more.length > 0)
    throw new StartError('Say where to: npm run move-out -- FOLDER');
  await withShop(readEnv(), async () => {
    for (const { kind, rows } of await writeExport(resolve(folder), new Date()))
      console.log(`${kind.padEnd(14)}${String(rows).padStart(10)}`);
    console.log(`Written to ${resolve(folder)}. It has personal data as it is.`);
  });
} catch (error) {
  const isPlain = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
