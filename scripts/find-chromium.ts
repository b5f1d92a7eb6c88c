/** Finds a Chromium and its headless shell for the browser tests, and installs them if there are none. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages, runQuietly } from './install-package.ts';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** An existing one: CHROMIUM, Playwright's own download, or an installed browser. */
function present(): string | null {
  const candidates = [process.env.CHROMIUM, chromium.executablePath(), ...usual];
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;
}

/**
 * The path of a Chromium: an existing one, else Playwright's download (open internet), else Debian's package.
 * @throws Error naming what to install by hand.
 */
export async function findChromium(say: (line: string) => void): Promise<string> {
  const attempts: [string, () => void][] = [
    ['Playwright’s download', () => runQuietly('npx', ['playwright', 'install', 'chromium'], 120_000)],
    ['the Debian package', () => installPackages('chromium')],
  ];
  for (const [name, install] of attempts) {
    const found = present();
    if (found) return found;
    say(`No Chromium here; trying ${name} …`);
    try {
      install();
    } catch {
      say(`${name} is not to be had.`);
    }
  }
  const found = present();
  if (found) return found;
  throw new Error('No Chromium found and none could be installed; install one and set CHROMIUM to its path.');
}

/** The path of the headless shell, from Debian's package; null where there is none. */
export function findHeadlessShell(say: (line: string) => void): string | null {
  const path = '/usr/bin/chromium-headless-shell';
  if (existsSync(path)) return path;
  if (process.platform !== 'linux') return null;
  say('No headless shell here; trying the Debian package …');
  try {
    installPackages('chromium-headless-shell');
  } catch {
    say('The package is not to be had; the journeys run in the whole browser, which takes longer.');
  }
  return existsSync(path) ? path : null;
}
