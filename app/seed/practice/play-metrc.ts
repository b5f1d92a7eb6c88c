/**
 * Plays Metrc for the demo store: the stand-in on a port of its own, with what it knew before the restart. The only file that
 * loads the stand-in outside of tests; `open-practice` loads it when a demo first needs it.
 */

import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import type { PracticePlace } from '#core/running/connections/practice-connection.server.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { startMetrc } from '../metrc/start-metrc.ts';
import { firstState } from './first-state.ts';
import { greetingOf, type PlayedMetrc } from './practice.ts';
import { practiceSaver, readPracticeFile } from './practice-file.ts';
import { pressIn } from './practice-presses.ts';
import { viewOf } from './practice-view.ts';

export type RunningMetrc = PlayedMetrc & {
  place: PracticePlace;
  /** Saves what it knows, and ends it. */
  stop(): Promise<void>;
};

/** Starts it on loopback. Without a file of an earlier start it has the packages of the demo's lots. */
export async function playMetrc({ dataFolder }: { dataFolder: string }): Promise<RunningMetrc> {
  const now = () => asDate(systemClock());
  const { zone } = await storeClock();
  const state = (await readPracticeFile(dataFolder)) ?? (await firstState(now(), zone));
  const save = practiceSaver(dataFolder, state);
  const { integratorKey: softwareKey, users, facilities } = state;
  const metrc = await startMetrc({ ...{ zone, state, save }, clock: now, greeting: greetingOf(softwareKey) });
  await save();
  return {
    place: {
      ...{ address: metrc.origin, softwareKey, licenseKey: users[0]?.key ?? '' },
      license: facilities[0]?.license ?? '',
    },
    view: () => viewOf(metrc, now()),
    async press(press) {
      const pressed = pressIn(metrc, press, now(), zone);
      if (pressed.ok) await save();
      return pressed;
    },
    async stop() {
      await metrc.stop();
      await save();
    },
  };
}
