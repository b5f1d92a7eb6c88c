/** `npm run move` as an operator runs it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';

const root = join(import.meta.dirname, '../..');

export function move(dataFolder: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_FOLDER: dataFolder };
    execFile(process.execPath, ['scripts/move.ts', ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error ? 1 : 0, output: out + err }),
    );
  });
}

/** The way back, while a shop is connected to the database. */
export async function moveBackBeside(dataFolder: string, url: string) {
  const shop = new pg.Client({ connectionString: url, application_name: 'farmgate' });
  await shop.connect();
  return move(dataFolder, '--back', url).finally(() => shop.end());
}

/** How the way back refuses then. */
export const SHOP_RUNS = /connected to this database \(farmgate on .+\), .+ stop all of its instances/;
