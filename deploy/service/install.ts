/**
 * `npm run install-service`: makes the shop in this folder a service of a Debian or Ubuntu machine, behind Caddy, with
 * its nightly backup. Shows every change and asks once; run again, it changes only what is missing.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, askYes, runCommand, say, showSteps } from './ask.ts';
import { carryOut } from './carry-out.ts';
import { backupsOf, installSteps } from './install-plan.ts';
import { type Machine, paths } from './machine.ts';
import { firstProblem, problemWords, readDomain, type Wanted } from './problems.ts';
import { checkout, readMachine, textOf } from './read-machine.ts';
import { readSettings } from './settings-file.ts';
import { Problem } from './step.ts';
import { setUpLink } from './until-open.ts';

const USAGE = `npm run install-service -- --domain shop.example

  --domain NAME           the address of the shop; asked for if left out
  --backup-folder FOLDER  a folder of its own for the backups, best on another disk (${paths.backups})
  --updates               also lets the system install its security updates by itself
  --trust-domain          the domain leads here, though by an address that this machine does not have
  --port NUMBER           where Caddy reaches the shop on this machine (3000)
  --yes                   asks nothing, for scripts
  --dry-run               shows what it would change, and changes nothing`;

/** Letters that no one mistakes for another when they are on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const templates = {
  unit: readFileSync(join(checkout, 'deploy/farmgate.service'), 'utf8'),
  site: readFileSync(join(import.meta.dirname, 'site.caddy'), 'utf8'),
};

function readOptions() {
  try {
    return parseArgs({
      options: {
        domain: { type: 'string' },
        'backup-folder': { type: 'string' },
        port: { type: 'string' },
        updates: { type: 'boolean', default: false },
        'trust-domain': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
type Options = ReturnType<typeof readOptions>;

/** 24 letters in groups of four: 118 bits, which fit on a note. */
function newPassphrase(): string {
  const letters = Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** What the options say, else what the last installation was told. */
async function readWish(options: Options, settings: string): Promise<Wanted> {
  const { PUBLIC_ORIGIN = '', PORT = '3000' } = readSettings(settings);
  const present = readDomain(PUBLIC_ORIGIN);
  const typed =
    options.domain ?? (present || (await ask('The domain of the shop, such as shop.example: ', '--domain')));
  const domain = readDomain(typed);
  const port = Number(options.port ?? PORT);
  if (!Number.isInteger(port) || port < 1024 || port > 65_535)
    throw new Problem(`--port must be a number from 1024 to 65535, not ${options.port ?? PORT}.`);
  const backups = options['backup-folder'] ?? backupsOf(settings);
  if (backups !== null && !/^\/[\w./-]+$/.test(backups))
    throw new Problem('--backup-folder must be a whole path of letters, digits, dots, dashes and slashes.');
  // An address that was accepted once needs no second look while its records change.
  const trustsDomain = options['trust-domain'] || domain === present;
  return { domain, port, backups, updates: options.updates, passphrase: newPassphrase(), trustsDomain };
}

async function withUpdates(wanted: Wanted, { packages, record }: Machine, options: Options): Promise<Wanted> {
  const isSettled = wanted.updates || packages['unattended-upgrades'] || record !== null;
  if (isSettled || options.yes || options['dry-run']) return wanted;
  const answer = await ask(
    'Shall this system install its security updates by itself, every night? yes or no: ',
    '--yes',
  );
  return { ...wanted, updates: answer.toLowerCase() === 'yes' };
}

function sayLink(): void {
  const link = setUpLink();
  if (link !== null)
    say(`\nIt has no owner yet. Within a day, open this link once to make your account:\n${link}`);
}

function sayResult({ domain, backups }: Wanted, { packages }: Machine): void {
  say(`\nThe shop is open at https://${domain}`);
  sayLink();
  if (backups === paths.backups)
    say(
      `\nBackups are on the disk of the shop, ${backups}. Copy them elsewhere, or run this again with --backup-folder and a folder on another disk.`,
    );
  if (textOf(paths.passphrase) !== undefined)
    say(`\nWrite the passphrase of the backups on paper now: cat ${paths.passphrase}`);
  if (!packages['unattended-upgrades'])
    say(
      '\nSecurity updates of the system: install them every week (apt-get update && apt-get upgrade), or run this again with --updates.',
    );
  say('\nEverything else is in docs/own-machine.md: update, back up, move, stop.');
}

await runCommand(async () => {
  const options = readOptions();
  if (options.help) return say(USAGE);
  const asked = await readWish(options, textOf(paths.settings) ?? '');
  const machine = await readMachine(asked.domain, asked.backups);
  const problem = firstProblem(options['dry-run'] ? { ...machine, isRoot: true } : machine, asked);
  if (problem !== null) throw new Problem(problemWords(problem));
  const wanted = await withUpdates(asked, machine, options);
  const steps = installSteps(machine, wanted, templates);
  if (steps.length === 0) {
    say(`Nothing to do: the shop runs as a service, at https://${wanted.domain}.`);
    return sayLink();
  }
  say(`This makes the shop in ${checkout} a service of this machine, at https://${wanted.domain}:`);
  showSteps(steps);
  if (options['dry-run']) return say('\nThis was a dry run: nothing was changed.');
  await askYes(options.yes);
  await carryOut(steps, say, ['npm run install-service --', ...process.argv.slice(2)].join(' '));
  sayResult(wanted, await readMachine(null, wanted.backups));
});
