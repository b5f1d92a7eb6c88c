/** What a form shows again after a refusal, and what has changed since it was loaded. Shared by server and browser. */

export type FormRefusal = {
  /** What is wrong with the whole of it. */
  message?: string;
  /** What is wrong by field; the first of each is shown. */
  errors: Readonly<Record<string, readonly string[]>>;
  values: Readonly<Record<string, string>>;
  /** What a form that edits a record began with, so that it is compared with that again when it is sent anew. */
  began?: Began;
  /** Somebody saved in between: their values, and the version to save over. */
  stale?: StaleSave;
};

/** The version of a record and its values as a form first showed them. */
export type Began = { version: number; base: Readonly<Record<string, string>> };

/** The record a form edits has moved on since the form was loaded. */
export type StaleSave = {
  /** The version that is stored now. */
  version: number;
  changes: readonly StaleChange[];
};

/** A field that somebody else changed in between. Texts as a form shows them. */
export type StaleChange = {
  field: string;
  label: string;
  before: string;
  theirs: string;
  mine: string;
  /** In people's words, where the form's own value is not. */
  theirsText?: string;
  mineText?: string;
};

/**
 * The fields somebody else changed since the form was loaded: stored now differs from what the form began
 * with. Where both wrote the same there is nothing to decide.
 */
export function staleChanges(
  labels: Readonly<Record<string, string>>,
  versions: {
    /** What the form began with. */
    base: Readonly<Record<string, string>>;
    theirs: Readonly<Record<string, string>>;
    mine: Readonly<Record<string, string>>;
  },
): StaleChange[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const before = versions.base[field] ?? '';
    const theirs = versions.theirs[field] ?? '';
    const mine = versions.mine[field] ?? '';
    return theirs === before || theirs === mine ? [] : [{ field, label, before, theirs, mine }];
  });
}
