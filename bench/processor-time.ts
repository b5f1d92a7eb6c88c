/** What a process has cost the processor so far, in milliseconds; NaN where /proc does not exist. */
import { readFileSync } from 'node:fs';

/** The kernel counts in ticks of ten milliseconds on every Linux we run on. */
const TICK = 10;

export function processorTime(pid: number): number {
  try {
    // The name, in brackets, may hold blanks; fields are counted from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return Number.NaN;
  }
}
