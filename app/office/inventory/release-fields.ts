/** Names the fields of one lot in the form that puts several on sale. */

/** What a person enters for one lot. */
export const ownPapers = [
  'labName',
  'coaNumber',
  'totalThcBasisPoints',
  'totalCbdBasisPoints',
  'expiresOn',
] as const;

/** 'labName-17' */
export const ownField = (name: string, lotId: number): string => `${name}-${lotId}`;

export const ownFields = (lotId: number): string[] =>
  ['file', ...ownPapers].map((name) => ownField(name, lotId));
