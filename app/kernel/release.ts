/** What a release, its database and PostgreSQL ask of each other, in the words of the start, the commands and the doctor. */

/** The lists rely on generated columns, `nulls not distinct` and this planner; nothing older is tested. */
export const OLDEST_SERVER = 15;

/** Also for a release that the nightly backup runs: an instance that was running at the upgrade goes on, its commands do not. */
export const NEWER_DATABASE =
  'A newer release of Farmgate has migrated this database: start that release, or restore a backup of before the upgrade with this one (docs/operations.md, ‘An older release’).';

export const OLDER_DATABASE =
  'This database is too old for this version of Farmgate. Start the previous version once, which brings it up to date, then start this one.';
