/** A process's processor time so far, in milliseconds; NaN without /proc. */
import { readFileSync } from 'node:fs';

/** The kernel counts in ticks of ten milliseconds on all common Linux systems. */
const TICK = 10;

/** @param withEnded adds the time of its ended children. */
export function processorTime(pid: number, withEnded = false): number {
  try {
    // The name, in brackets, may contain spaces; fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const counted = withEnded ? fields.slice(11, 15) : fields.slice(11, 13);
    return counted.reduce((sum, ticks) => sum + Number(ticks), 0) * TICK;
  } catch {
    return Number.NaN;
  }
}
