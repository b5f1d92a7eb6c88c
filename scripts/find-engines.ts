/** Finds WebKit and Firefox for the tests of other engines, and installs Debian's packages if there are none. */
import { existsSync, globSync } from 'node:fs';
import { installPackages } from './install-package.ts';

export type WebKitPaths = { driver: string; browser: string; screen: string; windows: string };
export type Engines = { webkit: WebKitPaths | null; firefox: string | null };

const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

const firstOf = (...paths: (string | undefined)[]): string | null =>
  paths.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

/** WebKit needs a screen, and a window manager: without one a page never has focus. */
function presentWebKit(): WebKitPaths | null {
  const driver = firstOf('/usr/bin/WebKitWebDriver');
  const browser = firstOf(...globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted());
  const screen = firstOf('/usr/bin/Xvfb');
  const windows = firstOf('/usr/bin/openbox');
  return driver && browser && screen && windows ? { driver, browser, screen, windows } : null;
}

const presentFirefox = () => firstOf(process.env.FIREFOX, ...FIREFOXES);

/** What is there, or null where it is not and cannot be installed. */
export function findEngines(say: (line: string) => void): Engines {
  const wanted = [
    ...(presentWebKit() ? [] : ['webkit2gtk-driver', 'xvfb', 'openbox']),
    ...(presentFirefox() ? [] : ['firefox-esr']),
  ];
  if (wanted.length > 0 && process.platform === 'linux') {
    say(`Installing ${wanted.join(', ')} …`);
    try {
      installPackages(...wanted);
    } catch {
      say(`Debian’s packages could not be installed.`);
    }
  }
  return { webkit: presentWebKit(), firefox: presentFirefox() };
}

/** The packages to install by hand. */
export const ENGINE_PACKAGES = 'webkit2gtk-driver xvfb openbox firefox-esr';
