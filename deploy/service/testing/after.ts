/** What a machine is after steps, as far as the plans look at it: as `carry-out.ts` changes the real one. */
import { EMPTY_RECORD, type Machine, type PackageName, paths, USER } from '../machine.ts';
import { type Action, edits, type Step } from '../step.ts';

/** Debian's, shortened. */
export const PACKAGED_CADDYFILE = ':80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n';

export const after = (machine: Machine, steps: readonly Step[]): Machine =>
  steps.flatMap(({ actions }) => actions).reduce(afterAction, machine);

const withAll = (names: readonly PackageName[], isThere: boolean) =>
  Object.fromEntries(names.map((name) => [name, isThere]));

function afterAction(machine: Machine, action: Action): Machine {
  const record = machine.record ?? EMPTY_RECORD;
  const { files, places, users } = machine;
  const withPlace = (path: string, place: Machine['places'][string]) => ({
    ...machine,
    places: { ...places, [path]: place },
  });
  switch (action.do) {
    case 'run':
      return afterCommand(machine, action.command.join(' '));
    case 'install':
      return {
        ...machine,
        packages: { ...machine.packages, ...withAll(action.packages, true) },
        files: {
          ...files,
          ...(action.packages.includes('caddy') && { [paths.caddyfile]: PACKAGED_CADDYFILE }),
        },
        isCaddyUntouched: true,
        users: [...users, 'caddy'],
        record: {
          packages: [...record.packages, ...action.packages],
          dependencies: [...record.dependencies, 'media-types'],
          users: [...record.users, 'caddy'],
        },
      };
    case 'purge':
      return {
        ...machine,
        packages: { ...machine.packages, ...withAll(action.packages, false) },
        files: { ...files, ...(action.packages.includes('caddy') && { [paths.caddyfile]: undefined }) },
      };
    case 'add-user':
      return {
        ...machine,
        users: [...users, action.name],
        record: { ...record, users: [...record.users, action.name] },
      };
    case 'remove-user':
      return { ...machine, users: users.filter((name) => name !== action.name) };
    case 'make-folder':
      return withPlace(action.path, { mode: action.mode, owner: action.owner, isEmpty: true });
    case 'write':
      return {
        ...withPlace(action.path, { mode: action.mode, owner: action.owner, isEmpty: false }),
        files: { ...files, [action.path]: action.text },
      };
    case 'edit':
      return { ...machine, files: { ...files, [action.path]: edits[action.by](files[action.path] ?? '') } };
    case 'remove':
      return {
        ...withPlace(action.path, undefined),
        files: { ...files, [action.path]: undefined },
        record: action.path === paths.record ? null : machine.record,
      };
    case 'remove-if-empty':
      return withPlace(action.path, undefined);
    case 'give':
      return withPlace(action.path, {
        mode: 0o700,
        isEmpty: false,
        ...places[action.path],
        owner: action.owner,
      });
    case 'wait':
      return machine;
  }
}

function afterCommand(machine: Machine, command: string): Machine {
  if (command.includes('scripts/build.ts')) return { ...machine, isBuilt: true };
  if (command === `systemctl restart ${USER}`)
    return { ...machine, unit: { isEnabled: true, isActive: true, isCurrent: true } };
  if (command.startsWith('systemctl disable'))
    return { ...machine, unit: { isEnabled: false, isActive: false, isCurrent: false } };
  return machine;
}
