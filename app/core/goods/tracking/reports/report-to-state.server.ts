/** The job that reports to the state's system: every minute, and in it every few seconds. One runs at a time. */
import { setTimeout as pause } from 'node:timers/promises';
import { rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { stopSignal } from '#platform/jobs.ts';
import { trackingSystem } from '../open-tracking.server.ts';
import { planReports } from './plan-acts.server.ts';
import { type Reporting, readReporting } from './report-figures-queries.server.ts';
import { sendActs } from './send-acts.server.ts';

/** Less than a minute, after which the job is due again. */
const RUN_MS = 50_000;
const EVERY_MS = 10_000;

/** Plans and sends until its minute is over. Nothing without a connection, or while the shop only watches. */
export async function reportToState(runMs = RUN_MS, everyMs = EVERY_MS): Promise<void> {
  const end = performance.now() + runMs;
  const stop = stopSignal();
  const mayGoOn = () => !stop.aborted && performance.now() < end;
  while (mayGoOn()) {
    const system = await trackingSystem();
    const reporting = await readReporting();
    if (!system || !reporting || !(await mayReport(reporting))) return;
    await planReports();
    await sendActs(system, reporting, async () => mayGoOn() && (await mayReport(reporting)));
    await pause(everyMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Whether reporting is still on as it was read. What a rehearsal sells never leaves the shop. */
async function mayReport({ changedAt }: Reporting): Promise<boolean> {
  const now = await readReporting();
  if (!now?.isOn || now.changedAt?.getTime() !== changedAt?.getTime()) return false;
  return (await rehearsalMark()) === null;
}
