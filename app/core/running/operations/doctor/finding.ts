/** What the doctor found: pure rules that turn facts into a state and one sentence. Nothing here repeats a secret. */

/** A problem ends `npm run doctor` with code 1; a warning is worth a look. */
export type FindingState = 'ok' | 'warning' | 'problem';

/** One line: what was looked at, how it is, and what was seen or what to do about it. */
export type Finding = { what: string; state: FindingState; text: string };

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warning = (what: string, text: string): Finding => ({ what, state: 'warning', text });
export const problem = (what: string, text: string): Finding => ({ what, state: 'problem', text });

/** The exit code: 1 if anything is a problem. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 =>
  findings.some(({ state }) => state === 'problem') ? 1 : 0;

const labels: Readonly<Record<FindingState, string>> = { ok: 'OK', warning: 'warning', problem: 'PROBLEM' };

/** The lines for a person at a terminal, in columns. */
export function report(findings: readonly Finding[]): string {
  const widest = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(
    ({ what, state, text }) => `${labels[state].padEnd(8)} ${what.padEnd(widest)}  ${text}`,
  );
  const count = (state: FindingState) => {
    const many = findings.filter((finding) => finding.state === state).length;
    return `${many} ${state}${many === 1 ? '' : 's'}`;
  };
  return [...lines, '', `${count('problem')}, ${count('warning')}.`].join('\n');
}

/** Bytes in the largest unit that leaves a whole number: '512 MB', '12 GB'. */
export function size(bytes: number): string {
  const megabytes = Math.floor(bytes / 1024 ** 2);
  return megabytes >= 10_240 ? `${Math.floor(megabytes / 1024)} GB` : `${megabytes} MB`;
}

/** '1 waits, for 12 minutes', '3 wait, the oldest for 12 minutes' */
export const waitWords = (count: number, oldestSeconds: number): string =>
  count === 1
    ? `1 waits, for ${span(oldestSeconds)}`
    : `${count} wait, the oldest for ${span(oldestSeconds)}`;

/** Seconds in the unit that people would use: '40 seconds', '12 minutes', '5 hours', '3 days'. */
export function span(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [seconds / 60, 'minute']
        : seconds < 172_800
          ? [seconds / 3600, 'hour']
          : [seconds / 86_400, 'day'];
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
