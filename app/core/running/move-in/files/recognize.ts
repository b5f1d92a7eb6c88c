/** Recognizes another system’s file by its heads; proposes columns by name for any other. Pure. */
import {
  fieldsOf,
  type ListKind,
  type ListMapping,
  listKinds,
  missingFields,
  plainHead,
} from './list-fields.ts';
import type { SystemFile } from './system-file.ts';
import { systemFiles } from './systems.ts';

export type Recognized = {
  /** null for a file of no system that is known, whose columns are proposed by name. */
  system: string | null;
  kind: ListKind;
  mapping: ListMapping;
};

/** Of the first lines, how many may be titles above the heads. */
export const MOST_TITLES = 15;

/** The first of these columns that the file has; -1 for none. '…*' is the beginning of a head. */
export function columnOf(plain: readonly string[], names: readonly string[]): number {
  for (const name of names) {
    const head = plainHead(name);
    const at = name.endsWith('*') ? plain.findIndex((each) => each.startsWith(head)) : plain.indexOf(head);
    if (at !== -1) return at;
  }
  return -1;
}

const systemOf = (plain: readonly string[]): SystemFile | undefined =>
  systemFiles.find(({ needs }) =>
    needs.every((need) => columnOf(plain, typeof need === 'string' ? [need] : need) !== -1),
  );

/** The table of a recognized file, which may say more than its columns; null for any other file. */
export function systemFileOf(header: readonly string[], kind: ListKind): SystemFile | null {
  const found = systemOf(header.map(plainHead));
  return found?.kind === kind ? found : null;
}

/** null if no line looks like heads of something that can be brought. */
export function recognize(header: readonly string[]): Recognized | null {
  const plain = header.map(plainHead);
  const found = systemOf(plain);
  if (found) return { system: found.system, kind: found.kind, mapping: mappingOf(found, plain) };
  const proposals = listKinds.map((kind) => ({ kind, mapping: proposeMapping(header, kind) }));
  const [best] = proposals.toSorted((left, right) => scoreOf(right) - scoreOf(left));
  return best && Object.keys(best.mapping).length > 0 ? { system: null, ...best } : null;
}

/** A file that could be read as it is counts more than one with many columns of a name. */
const scoreOf = ({ kind, mapping }: { kind: ListKind; mapping: ListMapping }): number =>
  Object.keys(mapping).length - 4 * missingFields(kind, mapping).length;

function mappingOf({ columns }: SystemFile, plain: readonly string[]): ListMapping {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, names]) => {
      const at = columnOf(plain, names);
      return at === -1 ? [] : [[field, at]];
    }),
  );
}

/** The columns of a kind by the names that people give them; each column is one field. */
export function proposeMapping(header: readonly string[], kind: ListKind): ListMapping {
  const plain = header.map(plainHead);
  const known = systemFileOf(header, kind);
  if (known) return mappingOf(known, plain);
  const bare = header.map((head) => plainHead(head.replaceAll(/[([{].*?[)\]}]/g, ' ')));
  const taken = new Set<number>();
  const mapping: Record<string, number> = {};
  for (const [field, { names }] of fieldsOf(kind)) {
    for (const name of names) {
      const at = [plain, bare]
        .map((heads) => heads.findIndex((head, column) => head === name && !taken.has(column)))
        .find((column) => column !== -1);
      if (at === undefined) continue;
      mapping[field] = at;
      taken.add(at);
      break;
    }
  }
  return mapping;
}

/** The index of the row with the heads: the one that is recognized, or has most of them; the first if none has two. */
export function findHeads(rows: readonly (readonly string[])[]): number {
  const scores = rows.slice(0, MOST_TITLES).map((row) => {
    const found = recognize(row);
    return found === null ? 0 : Object.keys(found.mapping).length + (found.system === null ? 0 : 100);
  });
  const most = Math.max(0, ...scores);
  return most < 2 ? 0 : scores.indexOf(most);
}
