/** The adapter at a stand-in for Metrc, for tests, with keys that nothing may show. */
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { type Metrc, startMetrc } from '#seed/metrc/start-metrc.ts';
import { addPackage, type NewPackage, newMetrcState } from '#seed/metrc/state.ts';
import { TrackingRefusal, TrackingTrouble, trackingMessage } from '../../tracking.ts';
import { metrcSystem } from '../metrc.server.ts';
import type { MetrcLimits } from '../metrc-connection.server.ts';
import { paced } from '../pace.ts';

export const ZONE = 'America/New_York';
export const LICENSE = 'OCM-MICR-24-000001';
export const SOFTWARE = 'software-hunter2';
export const FARM = 'farm-hunter3';
/** Noon of a Saturday in New York. */
export const NOON = Temporal.Instant.from('2026-11-28T17:00:00Z');
export const LONG_AGO = new Date('2025-01-01T12:00:00Z');

export const tagOf = (number: number) => `1A4FF0100000022${String(number).padStart(9, '0')}`;

export const quickAgain = (): MetrcLimits => ({
  ...{ pace: paced({ atOnce: 2, apartMs: 0 }), writePace: paced({ atOnce: 1, apartMs: 0 }) },
  ...{ answerMs: 10_000, wholeMs: 20_000, againMs: 1, longestPauseSeconds: 2 },
});

export type OpenSystem = Awaited<ReturnType<typeof openSystem>>;

/** A stand-in whose clock stands still until `clock.now` is set, and the shop's system at it. It waits long, because machines of tests are busy. */
export async function openSystem() {
  const clock = { now: NOON };
  const date = () => new Date(clock.now.epochMilliseconds);
  const state = newMetrcState({ integratorKey: SOFTWARE, userKey: FARM, license: LICENSE });
  const metrc: Metrc = await startMetrc({ zone: ZONE, state, clock: date });
  const options = {
    license: LICENSE,
    zone: ZONE,
    isOwnNetwork: true,
    softwareKey: SOFTWARE,
    licenseKey: FARM,
  };
  const systemAt = (origin: string, limits: Partial<MetrcLimits> = {}) =>
    metrcSystem({ ...options, origin }, { ...quickAgain(), ...limits }, () => clock.now);
  const systemWith = (limits: Partial<MetrcLimits>) => systemAt(metrc.origin, limits);
  const add = (number: number, more: Partial<NewPackage> = {}, at = LONG_AGO) =>
    addPackage(state, { label: tagOf(number), license: LICENSE, quantity: 10, ...more }, at);
  return { system: systemWith({}), systemWith, systemAt, metrc, state, clock, add, now: date };
}

/** What was thrown, as words for staff; it names no key. */
export async function troubleOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const isOurs = error instanceof TrackingTrouble || error instanceof TrackingRefusal;
  if (!isOurs) throw error ?? new Error('nothing was thrown');
  const words =
    error instanceof TrackingTrouble
      ? trackingMessage(error.problem)
      : error.refused.map(({ row, words: said }) => `${row}: ${said}`).join('\n');
  const everything = words + String(error.stack) + JSON.stringify(error);
  expect(everything).not.toMatch(/hunter/);
  expect(everything).not.toContain(Buffer.from(`${SOFTWARE}:${FARM}`).toString('base64'));
  return words;
}
