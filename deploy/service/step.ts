/** Steps as data: the plans compute them, `carry-out.ts` does them, and `--dry-run` prints them. */
import { withImport, withoutImport } from './caddyfile.ts';
import type { PackageName } from './machine.ts';

export const edits = { 'with-import': withImport, 'without-import': withoutImport } as const;

/** One change of the machine. */
export type Action =
  | { do: 'run'; command: readonly string[]; folder?: string; user?: string }
  /** Installs packages and notes every package and user that came with them. */
  | { do: 'install'; packages: readonly PackageName[] }
  /** Removes packages with their settings, and of these dependencies the ones that nothing else needs. */
  | { do: 'purge'; packages: readonly PackageName[]; dependencies: readonly string[] }
  /** Makes a user of the system who cannot sign in, and notes it. */
  | { do: 'add-user'; name: string; home: string }
  /** If it is there. */
  | { do: 'remove-user'; name: string }
  | { do: 'make-folder'; path: string; mode: number; owner: string }
  | { do: 'write'; path: string; text: string; mode: number; owner: string; isSecret?: true }
  /** Changes the Caddyfile as it is then; see caddyfile.ts. */
  | { do: 'edit'; path: string; by: keyof typeof edits }
  /** A file, or a folder with everything in it. */
  | { do: 'remove'; path: string }
  | { do: 'remove-if-empty'; path: string }
  /** Gives a folder and everything in it to a user. */
  | { do: 'give'; path: string; owner: string }
  /** Waits until the shop answers at this port of the machine. */
  | { do: 'wait'; port: number };

export type Step = {
  /** One sentence for the owner. */
  words: string;
  actions: readonly Action[];
};

/** A problem that the owner can solve: one sentence that says what is wrong, and what to do. */
export class Problem extends Error {
  override name = 'Problem';
}

/** What an action changes, in lines for the owner. @param present the text of the file that it writes, if there is one. */
export function changesOf(action: Action, present?: string): string[] {
  switch (action.do) {
    case 'run':
      return [`runs     ${action.command.join(' ')}`];
    case 'install':
      return [`installs ${action.packages.join(', ')}`];
    case 'purge':
      return [
        `removes  ${action.packages.join(', ')}`,
        ...(action.dependencies.length === 0
          ? []
          : [
              `removes  what came with them, unless something else needs it: ${action.dependencies.join(', ')}`,
            ]),
      ];
    case 'add-user':
      return [`user     ${action.name}`];
    case 'remove-user':
      return [`removes  user ${action.name}`];
    case 'make-folder':
      return [`folder   ${action.path} (${action.mode.toString(8).padStart(4, '0')}, ${action.owner})`];
    case 'write':
      return [
        `${present === undefined ? 'writes  ' : 'changes '} ${action.path}`,
        ...(action.isSecret ? [] : changedLines(present ?? '', action.text)),
      ];
    case 'edit':
      return [`changes  ${action.path}`, ...changedLines(present ?? '', edits[action.by](present ?? ''))];
    case 'remove':
    case 'remove-if-empty':
      return [`removes  ${action.path}${action.do === 'remove' ? '' : ', if it is empty'}`];
    case 'give':
      return [`gives    ${action.path} to ${action.owner}`];
    case 'wait':
      return [`waits    until the shop answers at port ${action.port}`];
  }
}

/** A new file with more lines is shown by its name alone: deploy/ has it. */
const MOST_LINES = 10;

/** The lines that come and go, comments and blank ones left out. */
function changedLines(before: string, after: string): string[] {
  const linesOf = (text: string) => text.split('\n').filter((line) => /^\s*[^#\s]/.test(line));
  const [old, fresh] = [linesOf(before), linesOf(after)];
  if (old.length === 0 && fresh.length > MOST_LINES) return [];
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `         - ${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `         + ${line}`),
  ];
}
