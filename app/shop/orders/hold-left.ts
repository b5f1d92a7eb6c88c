/** Formats how long a hold still lasts. */

const MINUTE_MS = 60_000;

/** '1 day 3 h left', '2 h 5 min left', '12 min left', 'less than a minute left', 'ended'. */
export function holdLeft(ms: number): string {
  if (ms <= 0) return 'ended';
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute left';
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days === 1 ? '1 day' : `${days} days`} ${hours % 24} h left`;
  return hours > 0 ? `${hours} h ${minutes % 60} min left` : `${minutes} min left`;
}

/** When the text next changes, in ms from now; the end of the hold counts too. */
export function holdWordsLast(ms: number): number {
  return ms <= 0 ? Number.POSITIVE_INFINITY : (ms % MINUTE_MS) + 1;
}
