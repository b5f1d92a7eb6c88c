/**
 * `npm run in-service -- doctor`: runs a command of the shop as its user and with the settings of the service, which
 * systemd reads as it does for the shop itself.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './ask.ts';
import { paths, USER } from './machine.ts';
import { Problem } from './step.ts';

/** What an owner needs beside a running shop, or while it is stopped. */
const NAMES = ['doctor', 'backup', 'restore', 'rotate-keys', 'repair-schema'] as const;

/**
 * The arguments of systemd-run.
 * @param folder of the release whose command it is
 * @throws Problem for any other command
 */
export function commandInService(folder: string, [name = '', ...args]: readonly string[]): string[] {
  const found = NAMES.find((each) => each === name);
  if (found === undefined)
    throw new Problem(`Name one of these commands: npm run in-service -- ${NAMES.join(', ')}.`);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const script = scripts[found]?.replace(/^node /, '') ?? '';
  const bin = join(folder, 'node_modules/.bin');
  return [
    ...['--quiet', '--pipe', '--wait', '--collect', `--uid=${USER}`, `--gid=${USER}`],
    ...[`--working-directory=${folder}`, `--property=EnvironmentFile=${paths.settings}`],
    ...['--setenv=NODE_ENV=production', `--setenv=DATA_FOLDER=${paths.data}`],
    `--setenv=PATH=${bin}:/usr/local/bin:/usr/bin:/bin`,
    ...['--', join(bin, 'node'), script, ...args],
  ];
}

/** Whether the command ended well. What it prints goes to the terminal. */
export function runInService(folder: string, args: readonly string[]): boolean {
  return spawnSync('systemd-run', commandInService(folder, args), { stdio: 'inherit' }).status === 0;
}

if (import.meta.main)
  await runCommand(async () => {
    const command = process.argv.slice(2);
    if (process.getuid?.() !== 0)
      throw new Problem('Only root can act as the shop. Run it with sudo in front.');
    if (!runInService(join(import.meta.dirname, '../..'), command)) process.exitCode = 1;
  });
