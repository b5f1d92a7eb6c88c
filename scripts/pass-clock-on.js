/**
 * Loaded into every Node process that `test-at.ts` starts: hands the shifted clock on to whatever they start in
 * turn. Tests start the application and PostgreSQL with an environment of their own; without this they alone
 * would live in the present.
 */
import { ChildProcess } from 'node:child_process';

const passedOn = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT', 'NODE_OPTIONS'];
const pairs = passedOn.map((name) => `${name}=${process.env[name] ?? ''}`);
const isPassedOn = (/** @type {string} */ pair) => passedOn.includes(pair.slice(0, pair.indexOf('=')));

const start = ChildProcess.prototype.spawn;

/** @param {{ envPairs?: string[] }} options */
ChildProcess.prototype.spawn = function spawn(options) {
  options.envPairs = [...(options.envPairs ?? []).filter((pair) => !isPassedOn(pair)), ...pairs];
  return start.call(this, options);
};
