/**
 * `npm run update-service`: the newest release, from where this one was cloned, or `-- FOLDER` with one that was
 * unpacked. It is prepared beside the running shop, which is away for the seconds of the exchange. If it does not open,
 * the release from before is put back; `-- --back` does the same later.
 */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { askYes, runCommand, say } from './ask.ts';
import { run } from './carry-out.ts';
import { runInService } from './in-service.ts';
import { backupsOf } from './install-plan.ts';
import { paths, USER } from './machine.ts';
import { problemWords } from './problems.ts';
import { checkout, lastBackup, readMachine, textOf } from './read-machine.ts';
import { readSettings } from './settings-file.ts';
import { Problem } from './step.ts';
import { untilOpen } from './until-open.ts';

const USAGE = `npm run update-service -- [FOLDER]

  FOLDER      the new release, unpacked; without it, the newest one from where this one was cloned
  --back      the release from before the last update
  --yes       asks nothing, for scripts`;

const next = `${checkout}.next`;
const previous = `${checkout}.previous`;
const port = () => Number(readSettings(textOf(paths.settings) ?? '').PORT ?? 3000);

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        back: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (positionals.length > 1 || (values.back && positionals.length > 0)) throw new Error('Too many words.');
    return { ...values, from: positionals[0] === undefined ? null : resolve(positionals[0]) };
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** Copies the new release beside this one, installs its packages and builds it, while the shop runs. */
function prepare(from: string | null): void {
  rmSync(next, { recursive: true, force: true });
  if (from !== null) {
    if (!existsSync(join(from, 'server/main.js'))) throw new Problem(`${from} is not a release of the shop.`);
    const left = ['node_modules', 'build', 'data', '.build.lock'].map((name) => join(from, name));
    cpSync(from, next, { recursive: true, verbatimSymlinks: true, filter: (path) => !left.includes(path) });
  } else clone();
  say('2. Install its packages and build it; this takes a few minutes.');
  run(['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { folder: next });
  run([join(next, 'node_modules/.bin/node'), 'scripts/build.ts'], { folder: next });
}

function clone(): void {
  if (!existsSync(join(checkout, '.git')))
    throw new Problem(
      `${checkout} was not cloned. Unpack the new release, and name its folder: npm run update-service -- FOLDER`,
    );
  run(['git', 'clone', '--quiet', checkout, next]);
  const origin = ['git', '-C', checkout, 'remote', 'get-url', 'origin'];
  run(['sh', '-c', `git remote set-url origin "$(${origin.join(' ')})" && git pull --quiet --ff-only`], {
    folder: next,
  });
}

/** Exchanges the two folders while the shop is stopped, and starts it. The unit names the same path before and after. */
async function exchange(from: string, to: string): Promise<void> {
  run(['systemctl', 'stop', USER]);
  rmSync(`${checkout}.exchange`, { recursive: true, force: true });
  renameSync(from, `${checkout}.exchange`);
  if (from !== to) rmSync(to, { recursive: true, force: true });
  renameSync(checkout, to);
  renameSync(`${checkout}.exchange`, checkout);
  run(['systemctl', 'start', USER]);
  await untilOpen(port());
}

function backUp(): void {
  if (backupsOf(textOf(paths.settings) ?? '') === null) say('   Backups go to a place of your own.');
  if (!runInService(checkout, ['backup']))
    throw new Problem(
      'The backup did not work, so nothing was updated. Do what it says, then run this again.',
    );
}

async function update(from: string | null): Promise<void> {
  say('1. Get the new release, beside the one that runs.');
  prepare(from);
  say('3. Make a backup.');
  backUp();
  say('4. Exchange the releases and start the new one; the shop is away for some seconds.');
  try {
    await exchange(next, previous);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(`\n${error.message}\n\nThe new release does not open, so the one from before is put back.`);
    await goBack();
    throw new Problem(`The shop runs as before. The release that failed is in ${previous}.`);
  }
  // It may bring another unit or another site.
  run([join(checkout, 'node_modules/.bin/node'), 'deploy/service/install.ts', '--yes'], { folder: checkout });
  say(
    `\nThe shop runs the new release. The one from before is in ${previous}: npm run update-service -- --back`,
  );
}

/** @throws Problem with what to do when the newer release has changed the database */
async function goBack(): Promise<void> {
  if (!existsSync(previous)) throw new Problem(`There is no release from before: ${previous} is missing.`);
  try {
    await exchange(previous, previous);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(`${error.message}\n\n${howToRestore()}`);
  }
}

function howToRestore(): string {
  const backups = backupsOf(textOf(paths.settings) ?? '');
  const last = backups === null ? null : lastBackup(backups);
  return [
    `If it says that a newer release has migrated the database, go back with the last backup${last === null ? '' : ` (${last})`}; what happened since is lost:`,
    `  systemctl stop ${USER}`,
    `  mv ${paths.data} ${paths.data}.newer`,
    `  install -d -m 0700 -o ${USER} -g ${USER} ${paths.data}`,
    '  npm run in-service -- restore latest',
    `  systemctl start ${USER}`,
    'Or start the newer release again: npm run update-service -- --back',
  ].join('\n');
}

await runCommand(async () => {
  const options = readOptions();
  if (options.help) return say(USAGE);
  const machine = await readMachine(null, null);
  if (!machine.isRoot) throw new Problem(problemWords({ kind: 'not-root' }));
  if (machine.files[paths.unit] === undefined)
    throw new Problem('The shop is not a service of this machine yet: npm run install-service');
  say(
    options.back
      ? `This puts the release in ${previous} in the place of this one, and starts it.`
      : 'This gets the new release, makes a backup, and starts it in the place of this one.',
  );
  await askYes(options.yes);
  if (options.back) {
    await goBack();
    return say(`\nThe shop runs the release from before. The other one is in ${previous}.`);
  }
  await update(options.from);
});
