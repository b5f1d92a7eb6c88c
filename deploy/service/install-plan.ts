/**
 * What is left to do until the shop is a service of this machine: steps from a description of the machine, none for
 * what is there already.
 */
import { hasImport, siteOf } from './caddyfile.ts';
import { type Machine, type PackageName, paths, USER } from './machine.ts';
import type { Wanted } from './problems.ts';
import { readSettings, withSettings } from './settings-file.ts';
import type { Action, Step } from './step.ts';

/** The files of this release that the plan fills in. */
export type Templates = {
  /** deploy/farmgate.service */
  unit: string;
  /** deploy/service/site.caddy */
  site: string;
};

/** The path of the release that deploy/farmgate.service names. */
const RELEASE = '/opt/farmgate';

/** The steps, in order; empty when everything is as wanted. */
export function installSteps(machine: Machine, wanted: Wanted, templates: Templates): Step[] {
  const settings = withSettings(machine.files[paths.settings] ?? '', settingsFor(machine, wanted));
  const before = [
    ...packageSteps(machine, wanted),
    ...userSteps(machine),
    ...folderSteps(machine, wanted),
    ...settingsSteps(machine, wanted, settings),
    ...buildSteps(machine),
    ...unitSteps(machine, unitOf(templates.unit, machine.checkout, readSettings(settings))),
  ];
  return [
    ...before,
    ...startSteps(machine, wanted, before.some(changesShop)),
    ...siteSteps(machine, siteOf(templates.site, wanted)),
  ];
}

/** Marks the steps after which a shop that runs must be started again. */
const changesShop = ({ actions }: Step): boolean =>
  actions.some(
    (action) => action.do === 'write' && [paths.settings, paths.unit].some((path) => path === action.path),
  );

const install = (words: string, name: PackageName): Step => ({
  words,
  actions: [
    { do: 'run', command: ['apt-get', 'update', '-q'] },
    { do: 'install', packages: [name] },
  ],
});

function packageSteps({ packages }: Machine, { updates }: Wanted): Step[] {
  return [
    ...(packages.caddy
      ? []
      : [
          install(
            'Install Caddy, the web server in front of the shop, from the packages of this system.',
            'caddy',
          ),
        ]),
    ...(packages['unattended-upgrades'] || !updates
      ? []
      : [
          install(
            'Let this system install its security updates by itself, every night.',
            'unattended-upgrades',
          ),
        ]),
  ];
}

function userSteps({ users }: Machine): Step[] {
  if (users.includes(USER)) return [];
  return [
    {
      words: `Make the user ${USER}, which runs the shop; no one can sign in as it.`,
      actions: [{ do: 'add-user', name: USER, home: paths.data }],
    },
  ];
}

function folderSteps({ places }: Machine, { backups }: Wanted): Step[] {
  const step = (path: string, words: string): Step[] => {
    const found = places[path];
    const rest: Action[] =
      found === undefined ? [] : found.owner === USER ? [] : [{ do: 'give', path, owner: USER }];
    if (found?.mode === 0o700 && rest.length === 0) return [];
    return [{ words, actions: [{ do: 'make-folder', path, mode: 0o700, owner: USER }, ...rest] }];
  };
  return [
    ...step(paths.data, 'Make the data folder, with the database and the photos; only the shop can open it.'),
    ...(backups === null
      ? []
      : step(backups, 'Make the folder of the backups, which the shop makes itself every night at 3:15.')),
  ];
}

/** What the settings must say. What an owner set differently stays, apart from address, port and a new place. */
function settingsFor({ files }: Machine, { domain, port, backups }: Wanted): Record<string, string> {
  const present = readSettings(files[paths.settings] ?? '');
  const hasPassphrase =
    present.BACKUP_PASSPHRASE !== undefined || present.BACKUP_PASSPHRASE_FILE !== undefined;
  return {
    PUBLIC_ORIGIN: `https://${domain}`,
    PORT: String(port),
    HOST: present.HOST ?? '127.0.0.1',
    TRUSTED_PROXIES: present.TRUSTED_PROXIES ?? '127.0.0.1,::1',
    ...(backups === null ? {} : { BACKUP_FOLDER: `${backups}/shop`, BACKUP_KEYS_FOLDER: `${backups}/keys` }),
    ...(hasPassphrase ? {} : { BACKUP_PASSPHRASE_FILE: paths.passphrase }),
  };
}

/** The folder whose subfolders `shop` and `keys` the settings name; null if the owner sends backups elsewhere. */
export function backupsOf(settings: string): string | null {
  const { BACKUP_FOLDER: folder, BACKUP_S3_BUCKET: bucket } = readSettings(settings);
  if (bucket !== undefined) return null;
  if (folder === undefined) return paths.backups;
  return folder.endsWith('/shop') ? folder.replace(/\/shop$/, '') : null;
}

function settingsSteps({ files, places }: Machine, { passphrase }: Wanted, settings: string): Step[] {
  const isOurs = readSettings(settings).BACKUP_PASSPHRASE_FILE === paths.passphrase;
  const owner = places[paths.passphrase]?.owner;
  const secret: Step = {
    words: 'Write a new passphrase, without which no one can read a backup.',
    actions: [
      { do: 'make-folder', path: paths.own, mode: 0o755, owner: 'root' },
      {
        do: 'write',
        path: paths.passphrase,
        text: `${passphrase}\n`,
        mode: 0o400,
        owner: USER,
        isSecret: true,
      },
    ],
  };
  const give: Step = {
    words: 'Let the shop read the passphrase of its backups.',
    actions: [{ do: 'give', path: paths.passphrase, owner: USER }],
  };
  const step: Step = {
    words: 'Write the settings of the shop: its address, its port, and where backups go.',
    actions: [{ do: 'write', path: paths.settings, text: settings, mode: 0o600, owner: 'root' }],
  };
  const read = owner === undefined ? [secret] : owner === USER ? [] : [give];
  return [...(isOurs ? read : []), ...(files[paths.settings] === settings ? [] : [step])];
}

function buildSteps({ checkout, isBuilt }: Machine): Step[] {
  const command = [`${checkout}/node_modules/.bin/node`, 'scripts/build.ts'];
  return isBuilt
    ? []
    : [
        {
          words: 'Build the shop; this takes a minute or two.',
          actions: [{ do: 'run', command, folder: checkout }],
        },
      ];
}

/** The unit for this folder. The shop can write to its data folder, and where its backups go. */
function unitOf(template: string, checkout: string, settings: Readonly<Record<string, string>>): string {
  const own = [settings.BACKUP_FOLDER, settings.BACKUP_KEYS_FOLDER].filter((path) => path !== undefined);
  const writable = new Set(own.map((path) => path.replace(/\/(?:shop|keys)$/, '')));
  const line =
    writable.size === 0 ? '' : `ReadWritePaths=${[...writable].map((path) => `-${path}`).join(' ')}`;
  return template.replaceAll(RELEASE, checkout).replace(/^ReadWritePaths=.*$/m, line);
}

function unitSteps({ files }: Machine, unit: string): Step[] {
  if (files[paths.unit] === unit) return [];
  return [
    {
      words: 'Tell systemd how to run the shop, and to start it again if it ends.',
      actions: [
        { do: 'write', path: paths.unit, text: unit, mode: 0o644, owner: 'root' },
        { do: 'run', command: ['systemctl', 'daemon-reload'] },
      ],
    },
  ];
}

function startSteps({ unit }: Machine, { port }: Wanted, isChanged: boolean): Step[] {
  if (unit.isActive && unit.isCurrent && unit.isEnabled && !isChanged) return [];
  return [
    {
      words: 'Start the shop, now and whenever the machine starts.',
      actions: [
        { do: 'run', command: ['systemctl', 'enable', USER] },
        { do: 'run', command: ['systemctl', 'restart', USER] },
        { do: 'wait', port },
      ],
    },
  ];
}

function siteSteps({ files }: Machine, site: string): Step[] {
  if (files[paths.site] === site && hasImport(files[paths.caddyfile] ?? '')) return [];
  return [
    {
      words: 'Put Caddy in front of the shop, beside any other sites; it gets the certificate by itself.',
      actions: [
        { do: 'write', path: paths.site, text: site, mode: 0o644, owner: 'root' },
        // As it is then: an installation of Caddy brings one.
        { do: 'edit', path: paths.caddyfile, by: 'with-import' },
        {
          do: 'run',
          command: ['caddy', 'validate', '--adapter', 'caddyfile', '--config', paths.caddyfile],
          user: 'caddy',
        },
        { do: 'run', command: ['systemctl', 'enable', 'caddy'] },
        { do: 'run', command: ['systemctl', 'reload-or-restart', 'caddy'] },
      ],
    },
  ];
}
