/** Matches dropped certificates with the lots that their names name: by batch, package tag or certificate number. Pure. */
import { nameBook, thingsNamed } from '#core/goods/drops/file-name.ts';

type Lot = { id: number; batchNumber: string; packageTag: string | null; coaNumber: string | null };
type File = { id: string; name: string; key: string | null };

/** Why a certificate was not matched, in words. */
export type Unmatched = { id: string; name: string; why: string };

export type MatchedCertificates = {
  /** The file's id by lot. */
  proposed: Record<number, string>;
  /** Of lots with more than one, by lot. */
  doubts: Record<number, string>;
  unmatched: Unmatched[];
};

/**
 * One certificate may be of several lots: sizes of one batch share it. Not proposed: two certificates of one lot, and a
 * certificate that names two batches; staff choose.
 */
export function matchCertificates(files: readonly File[], lots: readonly Lot[]): MatchedCertificates {
  const book = nameBook(
    lots.map((lot) => ({ thing: lot, names: [lot.batchNumber, lot.packageTag, lot.coaNumber] })),
  );
  const found = new Map<number, File[]>();
  const unmatched: Unmatched[] = [];
  for (const file of files) {
    if (file.key === null) continue;
    const named = thingsNamed(file.name, book);
    if (named.kind === 'none')
      unmatched.push({ id: file.id, name: file.name, why: 'Its name has no batch of these lots.' });
    else if (named.kind === 'several')
      unmatched.push({
        id: file.id,
        name: file.name,
        why: `Its name has ${named.names.join(' and ')}: choose the lot.`,
      });
    else for (const { id } of named.things) found.set(id, [...(found.get(id) ?? []), file]);
  }
  const proposed: MatchedCertificates['proposed'] = {};
  const doubts: MatchedCertificates['doubts'] = {};
  for (const [id, [first, ...others]] of found) {
    if (first && others.length === 0) proposed[id] = first.id;
    else doubts[id] = `${others.length + 1} certificates name this batch: choose one.`;
  }
  return { proposed, doubts, unmatched };
}
