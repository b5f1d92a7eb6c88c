/**
 * `npm run uninstall-service`: makes the machine what it was before `npm run install-service`. Data and backups stay.
 * A command of its own, so that no slip in the options of the other one stops a shop.
 */
import { parseArgs } from 'node:util';
import { askYes, runCommand, say, showSteps } from './ask.ts';
import { carryOut } from './carry-out.ts';
import { backupsOf } from './install-plan.ts';
import { type Machine, paths } from './machine.ts';
import { problemWords, readDomain, systemProblem } from './problems.ts';
import { checkout, lastBackup, readMachine, textOf } from './read-machine.ts';
import { readSettings } from './settings-file.ts';
import { Problem } from './step.ts';
import { staysReadable, type UninstallWish, uninstallSteps } from './uninstall-plan.ts';

const USAGE = `npm run uninstall-service

  --delete-data DOMAIN    also deletes the data folder, if this is the shop's domain. Backups stay.
  --yes                   asks nothing, for scripts
  --dry-run               shows what it would change, and changes nothing`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        'delete-data': { type: 'string' },
        yes: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** @throws Problem when another domain than the shop's was typed */
function readDeletion(typed: string | undefined, settings: string): boolean {
  if (typed === undefined) return false;
  const domain = readDomain(readSettings(settings).PUBLIC_ORIGIN ?? '');
  if (domain === '')
    throw new Problem(
      `${paths.settings} names no shop any longer. Delete ${paths.data} by hand if you are sure.`,
    );
  if (readDomain(typed) !== domain)
    throw new Problem(`The shop of this machine is ${domain}, not ${typed}. Nothing was changed.`);
  return true;
}

function sayWhatStays(machine: Machine, wish: UninstallWish): void {
  const { places } = machine;
  const left = [
    ...(wish.deletesData || places[paths.data] === undefined ? [] : [`${paths.data}: the data`]),
    ...(wish.backups === null || places[wish.backups]?.isEmpty !== false
      ? []
      : [`${wish.backups}: the backups (the last whole one: ${lastBackup(wish.backups) ?? 'none'})`]),
    ...(staysReadable(machine, wish)
      ? [paths.settings, paths.passphrase].filter((path) => textOf(path) !== undefined)
      : []),
    `${checkout}: the programs of the shop`,
  ];
  say(
    `\nThe shop is no longer a service of this machine. What stays:\n${left.map((line) => `  ${line}`).join('\n')}`,
  );
  say('`npm run install-service` takes them up again; delete what you no longer need.');
}

await runCommand(async () => {
  const options = readOptions();
  if (options.help) return say(USAGE);
  const settings = textOf(paths.settings) ?? '';
  const wish = { deletesData: readDeletion(options['delete-data'], settings), backups: backupsOf(settings) };
  const machine = await readMachine(null, wish.backups);
  const problem = systemProblem(options['dry-run'] ? { ...machine, isRoot: true } : machine);
  if (problem !== null) throw new Problem(problemWords(problem));
  const steps = uninstallSteps(machine, wish);
  if (steps.length === 0) return say('Nothing to do: the shop is not a service of this machine.');
  say('This makes the machine what it was before the shop:');
  showSteps(steps);
  if (options['dry-run']) return say('\nThis was a dry run: nothing was changed.');
  await askYes(options.yes);
  await carryOut(steps, say, 'npm run uninstall-service');
  sayWhatStays(await readMachine(null, wish.backups), wish);
});
