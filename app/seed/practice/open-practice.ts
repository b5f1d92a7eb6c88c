/** Opens the Metrc that the demo plays: loaded when it is first needed, and only by a demo. */
import {
  agreeOnPractice,
  openPracticeTracking,
  type PracticePlace,
  readPractice,
} from '#core/running/connections/practice-connection.server.ts';
import type { RunningMetrc } from './play-metrc.ts';
import { greetingOf, setPractice } from './practice.ts';

/** Milliseconds for a stand-in on the same machine to greet. */
const GREETING_MS = 1000;

/** Returns what ends it. Starts nothing itself. */
export function openPractice(options: { dataFolder: string }): () => Promise<void> {
  let starting: Promise<RunningMetrc> | null = null;
  const start = () => {
    // The only way to the stand-in: a real shop never gets here, and its code stays unread.
    starting ??= import('./play-metrc.ts').then(({ playMetrc }) => playMetrc(options));
    starting.catch(() => {
      starting = null;
    });
    return starting;
  };

  /** The one that plays already, or this process. */
  async function choose(before: PracticePlace | null): Promise<PracticePlace> {
    const own = await starting;
    if (own && (before === null || before.address === own.place.address)) return own.place;
    if (before && (await greets(before))) return before;
    return (await start()).place;
  }

  let agreeing: Promise<PracticePlace | null> | null = null;
  /** Once for all who wait: each would hold a connection of the database, of which starting needs one more. */
  const agree = () => {
    agreeing ??= agreeOnPractice(choose).finally(() => {
      agreeing = null;
    });
    return agreeing;
  };

  async function find() {
    const stored = await readPractice();
    if (!stored) return null;
    const own = await starting;
    return own && stored.place?.address === own.place.address ? own.place : agree();
  }

  openPracticeTracking(find);
  setPractice(async () => {
    const place = await find();
    if (!place) return { at: 'not-connected' };
    const own = await starting;
    return own?.place.address === place.address ? { at: 'here', metrc: own } : { at: 'elsewhere' };
  });
  return async () => {
    setPractice(null);
    await (await starting)?.stop();
  };
}

/** Whether this stand-in still runs: another program may have its port by now. */
async function greets({ address, softwareKey }: PracticePlace): Promise<boolean> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(GREETING_MS) });
    return (await response.text()) === JSON.stringify(greetingOf(softwareKey));
  } catch {
    return false;
  }
}
