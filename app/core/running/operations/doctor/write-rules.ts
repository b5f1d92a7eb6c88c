/**
 * What must be writable for the shop to save, tried by writing: one list, read by doctor, `/healthz`, the Operations page
 * and incidents. What only answers is not enough: a bucket with a wrong key does, too.
 */
import { type Finding, ok, problem } from './finding.ts';

export const writePlaces = ['disk', 'files', 'database'] as const;
export type WritePlace = (typeof writePlaces)[number];

/** Why a trial write failed; `text` is a sentence that repeats nothing that another side sent. */
export type WriteTrouble = { kind: 'full' | 'refused' | 'silent'; text: string };
/** `trouble` is null if the write worked, and undefined where there is nothing to try yet. */
export type WriteTrial = { place: WritePlace; trouble: WriteTrouble | null | undefined };

type Words = { name: string; noun: string; fine: string; cure: string; until: string };

const words: Readonly<Record<WritePlace, Words>> = {
  disk: {
    name: 'Data folder',
    noun: 'the disk',
    fine: 'A file can be written and deleted.',
    cure: 'Let this user write there',
    until: 'refuses uploads',
  },
  files: {
    name: 'File store',
    noun: 'the file store',
    fine: 'A file can be written and deleted.',
    cure: 'Correct the bucket’s address, name and keys on the server, or let this user write to the folder',
    until: 'refuses photos and pictures',
  },
  database: {
    name: 'Database writes',
    noun: 'the database',
    fine: 'A write is confirmed.',
    cure: 'Start its synchronous replica again or take it out of synchronous_standby_names (docs/operations.md#three-instances-on-one-machine), or free some space on its disk',
    until: 'saves no orders',
  },
};

/** A line for each place that was tried. */
export function judgeWrites(trials: readonly WriteTrial[]): Finding[] {
  return trials.flatMap(({ place, trouble }) => {
    if (trouble === undefined) return [];
    const { name, fine, cure, until } = words[place];
    if (trouble === null) return ok(name, fine);
    const whatToDo = trouble.kind === 'full' ? 'Free some space there' : cure;
    return problem(name, `${trouble.text} ${whatToDo}; until then the shop ${until}.`);
  });
}

/** What cannot be written, in one sentence: the first place that fails, and the names of the others. null if all is well. */
export function savingTrouble(trials: readonly WriteTrial[]): string | null {
  const [first, ...others] = judgeWrites(trials).filter(({ state }) => state !== 'ok');
  if (!first) return null;
  const more = others.length === 0 ? '' : ` Also: ${others.map(({ what }) => what).join(', ')}.`;
  return `${first.what}: ${first.text}${more}`;
}

/** What an instance reported with its last beat. */
export type SavingReport = { name: string; savingTrouble: string | null };

/**
 * In one line, for the Operations page and incidents: what was tried here, or the first other instance that cannot save,
 * by name; and the names of the rest.
 * @param reports of the other instances: each has a disk, keys and a network of its own
 */
export function judgeSaving(trials: readonly WriteTrial[], reports: readonly SavingReport[]): Finding {
  const troubled = reports.filter((report) => report.savingTrouble !== null);
  const own = savingTrouble(trials);
  const [first, ...others] = own === null ? troubled : [null, ...troubled];
  if (first === undefined) return ok('Saving', 'Disk, file store and database take what is written.');
  const text = first === null ? own : `${first.name}: ${first.savingTrouble}`;
  const names = others.flatMap((report) => report?.name ?? []);
  return problem('Saving', names.length === 0 ? `${text}` : `${text} Also on ${names.join(', ')}.`);
}

const states = { full: 'is full', refused: 'cannot be written to', silent: 'does not answer' };

/** In the few words of `/healthz`: 'the disk is full'; null if all is well. */
export function savingProblem(trials: readonly WriteTrial[]): string | null {
  const bad = trials.flatMap(({ place, trouble }) => {
    if (!trouble) return [];
    const isUnconfirmed = place === 'database' && trouble.kind === 'silent';
    return `${words[place].noun} ${isUnconfirmed ? 'does not confirm writes' : states[trouble.kind]}`;
  });
  return bad.length === 0 ? null : bad.join(', ');
}
