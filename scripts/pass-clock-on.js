/**
 * Loaded into every Node process that `test-at.ts` starts: passes the shifted clock on to their child processes. Tests
 * start the application and PostgreSQL with their own environment; without this those processes would run on the real
 * clock. A browser hangs under libfaketime: it runs on the machine's clock, and journeys give its pages the shifted
 * one.
 */
import { ChildProcess } from 'node:child_process';

const passedOn = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT', 'NODE_OPTIONS'];
const pairs = passedOn.map((name) => `${name}=${process.env[name] ?? ''}`);
const isPassedOn = (/** @type {string} */ pair) => passedOn.includes(pair.slice(0, pair.indexOf('=')));

const start = ChildProcess.prototype.spawn;

/** @param {{ file: string, envPairs?: string[] }} options */
ChildProcess.prototype.spawn = function spawn(options) {
  const others = (options.envPairs ?? []).filter((pair) => !isPassedOn(pair));
  options.envPairs = /chrom/i.test(options.file) ? others : [...others, ...pairs];
  return start.call(this, options);
};
