/** PostgreSQL's major versions: a cluster's files are read by the one that made them, and by no other. */

const COMMAND = '`npm run upgrade-database`';

/**
 * Why a start cannot use a cluster, in one sentence that says what to do; null if it can.
 * @param theirs made the cluster in the data folder
 * @param ours is bundled
 */
export function startRefusal(dataFolder: string, theirs: number, ours: number): string | null {
  if (theirs === ours) return null;
  const madeBy = `The database in ${dataFolder} was made by PostgreSQL ${theirs} and this Farmgate brings PostgreSQL ${ours}`;
  return theirs < ours
    ? `${madeBy}: run ${COMMAND}, or start the Farmgate it was made with.`
    : `${madeBy}: start the Farmgate it was made with.`;
}

/**
 * Why a cluster cannot be upgraded, in one sentence; null if it can.
 * @param earlier the version whose programs the upgrade installs
 */
export function upgradeRefusal(
  dataFolder: string,
  theirs: number,
  { ours, earlier }: { ours: number; earlier: number },
): string | null {
  if (theirs > ours) return startRefusal(dataFolder, theirs, ours);
  if (theirs < earlier)
    return `The database in ${dataFolder} was made by PostgreSQL ${theirs}, and this Farmgate upgrades from ${earlier} only: upgrade with the Farmgate before this one first.`;
  return null;
}
