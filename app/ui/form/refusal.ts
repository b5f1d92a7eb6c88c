/** Defines what a form shows after a refusal, and what changed since it loaded. Shared by server and browser. */

export type FormRefusal = {
  /** Errors of the form as a whole. */
  message?: string;
  /** Errors by field; only the first of each is shown, and all of ''. */
  errors: Readonly<Record<string, readonly string[]>>;
  values: Readonly<Record<string, string>>;
  /** The values an edit form started with, to compare again when it is resubmitted. */
  began?: Began;
  /** Someone else saved in between: their values, and the version to overwrite. */
  stale?: StaleSave;
};

/** The version of a record and its values as a form first showed them. */
export type Began = { version: number; base: Readonly<Record<string, string>> };

/** The record changed after the form loaded. */
export type StaleSave = {
  /** The version stored now. */
  version: number;
  changes: readonly StaleChange[];
};

/** A field that someone else changed in between. Values are text as the form shows them. */
export type StaleChange = {
  field: string;
  label: string;
  before: string;
  theirs: string;
  mine: string;
  /** The display text, where it differs from the form's value. */
  theirsText?: string;
  mineText?: string;
};

/**
 * The fields someone else changed after the form loaded: the stored value differs from the form's starting value.
 * Fields where both entered the same value need no decision.
 */
export function staleChanges(
  labels: Readonly<Record<string, string>>,
  versions: {
    /** The values the form started with. */
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
