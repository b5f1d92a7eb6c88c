/** Waits until the shop opens, and says why it does not. */
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { USER } from './machine.ts';
import { Problem } from './step.ts';

/** Milliseconds. A large database may migrate for minutes. */
const LONGEST_START = 600_000;
/** After this many tries of systemd, the shop's own sentence says more than waiting. */
const MOST_STARTS = 3;
const LAST_LINES = 6;

/** @throws Problem with what the shop last wrote when it does not come up */
export async function untilOpen(port: number): Promise<void> {
  const end = Date.now() + LONGEST_START;
  const before = startsOfShop();
  while (Date.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    if (startsOfShop() - before >= MOST_STARTS) break;
    await pause(500);
  }
  const words = journal(`_SYSTEMD_UNIT=${USER}.service`, '-n', String(LAST_LINES));
  throw new Problem(`The shop does not open. It says:\n${words.trim().replace(/^/gm, '  ')}`);
}

/** The link for the owner's account that the running shop printed; null if it has an owner. */
export function setUpLink(): string | null {
  const words = journal(`_SYSTEMD_INVOCATION_ID=${property('InvocationID')}`);
  return words.match(/https:\/\/\S+\/set-up\?token=\S+/g)?.at(-1) ?? null;
}

/** How often systemd has started the shop again by itself. */
const startsOfShop = (): number => Number(property('NRestarts'));

const property = (name: string): string =>
  spawnSync('systemctl', ['show', `--property=${name}`, '--value', USER], { encoding: 'utf8' }).stdout.trim();

const journal = (...which: readonly string[]): string =>
  spawnSync('journalctl', [...which, '-o', 'cat', '--no-pager'], { encoding: 'utf8' }).stdout;
