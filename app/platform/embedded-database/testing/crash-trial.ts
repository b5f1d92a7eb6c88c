/** Shops that are killed, and the database that they leave, in a folder of each test. */
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-database.ts';
import { databaseToCopy, type Holder, type HolderCircumstances, startHolder, trialFolder } from './trial.ts';

/** Milliseconds within which a shop recovers from any crash. */
export const BACK_WITHIN = 15_000;

export type CrashTrial = {
  dataFolder(): string;
  /** A shop with a database, new or left by an earlier shop in the test. */
  hold(mode?: 'hold' | 'write', circumstances?: HolderCircumstances): Holder;
  /** A shop in an empty folder. */
  holdFirst(): Holder;
  postmasterOf(holder: Holder): Promise<number>;
  /** Starts the database as the next shop does, in time. */
  startAgain(): Promise<EmbeddedDatabase>;
};

/** Prepares each test of the file, and kills afterwards what it has left. */
export function crashTrial(): CrashTrial {
  let made: Awaited<ReturnType<typeof databaseToCopy>>;
  let trial: ReturnType<typeof trialFolder>;
  let holders: Holder[] = [];
  beforeAll(async () => {
    made = await databaseToCopy();
  });
  afterAll(() => made.remove());
  beforeEach(() => {
    trial = trialFolder();
  });
  afterEach(async () => {
    await Promise.all(holders.map((holder) => holder.kill()));
    holders = [];
    await trial.remove();
  });
  const start = (...how: [mode?: 'hold' | 'write', circumstances?: HolderCircumstances]) => {
    const holder = startHolder(trial.dataFolder, ...how);
    holders.push(holder);
    return holder;
  };
  return {
    dataFolder: () => trial.dataFolder,
    hold: (...how) => {
      if (!existsSync(trial.dataFolder)) made.copyTo(trial.dataFolder);
      return start(...how);
    },
    holdFirst: () => start(),
    postmasterOf: async (holder) => {
      const { postmaster, refused } = await holder.first;
      if (postmaster === undefined) throw new Error(refused);
      return postmaster;
    },
    startAgain: async () => {
      const began = Date.now();
      const database = await startEmbeddedDatabase({ dataFolder: trial.dataFolder });
      expect(Date.now() - began).toBeLessThan(BACK_WITHIN);
      return database;
    },
  };
}
