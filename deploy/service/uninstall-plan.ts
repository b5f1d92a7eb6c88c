/**
 * How the machine becomes as it was: steps from a description of the machine. The data stay unless the owner typed the
 * shop's domain, and backups stay in any case, with the passphrase that reads them.
 */
import { hasImport } from './caddyfile.ts';
import { broughtPackage, type Machine, paths, USER } from './machine.ts';
import type { Action, Step } from './step.ts';

export type UninstallWish = {
  deletesData: boolean;
  /** The folder of the backups; null if they go elsewhere. */
  backups: string | null;
};

/** The steps, in order; empty when nothing of the shop is on the machine. */
export function uninstallSteps(machine: Machine, wish: UninstallWish): Step[] {
  return [
    ...unitSteps(machine),
    ...siteSteps(machine),
    ...dataSteps(machine, wish),
    ...settingsSteps(machine, wish),
    ...userSteps(machine),
    ...packageSteps(machine),
    ...recordSteps(machine),
  ];
}

function unitSteps({ files, unit }: Machine): Step[] {
  if (files[paths.unit] === undefined) return [];
  const stop: Action[] =
    unit.isActive || unit.isEnabled ? [{ do: 'run', command: ['systemctl', 'disable', '--now', USER] }] : [];
  return [
    {
      words: 'Stop the shop, and tell systemd to forget it.',
      actions: [
        ...stop,
        { do: 'remove', path: paths.unit },
        { do: 'run', command: ['systemctl', 'daemon-reload'] },
      ],
    },
  ];
}

/** Caddy goes if the installation brought it and it serves nothing else by now. */
const removesCaddy = (machine: Machine): boolean =>
  broughtPackage(machine, 'caddy') && machine.isCaddyUntouched;

function siteSteps(machine: Machine): Step[] {
  const hasLine = hasImport(machine.files[paths.caddyfile] ?? '');
  if (machine.files[paths.site] === undefined && !hasLine) return [];
  return [
    {
      words: 'Take the shop out of Caddy; other sites stay.',
      actions: [
        ...(hasLine ? [{ do: 'edit', path: paths.caddyfile, by: 'without-import' } as const] : []),
        { do: 'remove', path: paths.site },
        ...(removesCaddy(machine) || !machine.packages.caddy
          ? []
          : [{ do: 'run', command: ['systemctl', 'reload-or-restart', 'caddy'] } as const]),
      ],
    },
  ];
}

/** A folder that stays is given to root: a later user may get the number of this one. */
function dataSteps({ places }: Machine, { deletesData, backups }: UninstallWish): Step[] {
  const stays = (path: string): Action[] =>
    places[path] === undefined || places[path].owner === 'root' ? [] : [{ do: 'give', path, owner: 'root' }];
  const data: Action[] =
    deletesData && places[paths.data] !== undefined ? [{ do: 'remove', path: paths.data }] : [];
  const leftover: Action[] =
    backups !== null && places[backups]?.isEmpty ? [{ do: 'remove', path: backups }] : stays(backups ?? '');
  const words = deletesData
    ? 'Delete the data folder, with every order, customer and photo.'
    : 'Leave the data and the backups where they are, and let only root open them.';
  const actions = [...data, ...(deletesData ? [] : stays(paths.data)), ...leftover];
  return actions.length === 0 ? [] : [{ words, actions }];
}

/** Whether settings and passphrase stay: without data they are of no use, but backups are of none without them. */
export const staysReadable = ({ places }: Machine, { deletesData, backups }: UninstallWish): boolean =>
  !deletesData || (backups !== null && places[backups]?.isEmpty === false);

function settingsSteps(machine: Machine, wish: UninstallWish): Step[] {
  const { files } = machine;
  const present = [paths.settings, paths.passphrase].filter((path) => files[path] !== undefined);
  if (present.length === 0) return [];
  if (!staysReadable(machine, wish))
    return [
      {
        words: 'Delete the settings and the passphrase of the backups.',
        actions: present.map((path) => ({ do: 'remove', path })),
      },
    ];
  if ((machine.places[paths.passphrase]?.owner ?? 'root') === 'root') return [];
  return [
    {
      words: 'Leave the settings and the passphrase, which the backups need, to root.',
      actions: [{ do: 'give', path: paths.passphrase, owner: 'root' }],
    },
  ];
}

function userSteps({ users, record }: Machine): Step[] {
  if (!users.includes(USER) || !record?.users.includes(USER)) return [];
  return [{ words: `Remove the user ${USER}.`, actions: [{ do: 'remove-user', name: USER }] }];
}

function packageSteps(machine: Machine): Step[] {
  const { packages = [], dependencies = [], users = [] } = machine.record ?? {};
  const goes = (name: string) => name !== 'caddy' || removesCaddy(machine);
  const going = packages.filter((name) => goes(name) && machine.packages[name]);
  if (going.length === 0) return [];
  const usersOfPackages = users.filter((name) => name !== USER && goes(name));
  return [
    {
      words: 'Remove the packages that the installation brought.',
      actions: [
        { do: 'purge', packages: going, dependencies },
        ...usersOfPackages.map((name): Action => ({ do: 'remove-user', name })),
      ],
    },
  ];
}

function recordSteps({ record, places }: Machine): Step[] {
  if (record === null) return [];
  return [
    {
      words: 'Delete the note of what was installed.',
      actions: [
        { do: 'remove', path: paths.record },
        ...(places[paths.own] === undefined ? [] : [{ do: 'remove-if-empty', path: paths.own } as const]),
      ],
    },
  ];
}
