/** Starts WebKit's small browser on a screen of its own, and drives it by WebDriver (https://www.w3.org/TR/webdriver2/). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import type { WebKitPaths } from '../../scripts/find-engines.ts';
import { asJson, type Driver, type Size } from './driver.ts';

/** Otherwise the toolbar's buttons are wider than a phone, and the window with them. */
const NARROW_TOOLBAR =
  '* { min-width: 0; min-height: 0; } headerbar *, toolbar *, box entry, box button { padding: 0; margin: 0; }';

/** Wide and high enough for every size of a page. */
const SCREEN = '1700x1300x24';

export async function startWebKit(paths: WebKitPaths, size: Size): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  const children: ChildProcess[] = [];
  const errors: string[] = [];
  const end = async () => {
    for (const child of children.toReversed()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill()) await ended;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const screen = spawn(paths.screen, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(screen);
    const number = await new Promise<string>((resolve, reject) => {
      screen.stdio[3]?.on('data', (chunk) => resolve(String(chunk).trim()));
      screen.once('error', reject);
      screen.once('exit', () => reject(new Error('the screen of WebKit ended')));
    });
    const env = { ...process.env, DISPLAY: `:${number}`, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    // Without a window manager a page never has focus.
    children.push(spawn(paths.windows, [], { env, stdio: 'ignore' }));
    const port = await freePort();
    const driver = spawn(paths.driver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(driver);
    let rest = '';
    const read = (chunk: unknown) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      errors.push(...lines.filter((line) => /^CONSOLE .*\bERROR\b/.test(line)));
    };
    driver.stdout.on('data', read);
    driver.stderr.on('data', read);
    return await openSession(`http://127.0.0.1:${port}`, paths.browser, size, errors, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(
  address: string,
  browser: string,
  size: Size,
  errors: string[],
  end: () => Promise<void>,
): Promise<Driver> {
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const response = await fetch(address + path, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };
  await answers(address);
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: browser,
          args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
        },
      },
    },
  });
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  const evaluate = async (expression: string) => {
    const script = `const done = arguments[0];
      ${asJson(expression)}.then((json) => done({ json }), (error) => done({ error: String(error) }));`;
    const answer = await ask<{ json?: string; error?: string }>('POST', `${session}/execute/async`, {
      script,
      args: [],
    });
    if (answer.json === undefined) throw new Error(answer.error);
    return JSON.parse(answer.json) as unknown;
  };
  // The window is larger than its page by a toolbar.
  const resize = async (to: Size) => {
    await ask('POST', `${session}/window/rect`, { x: 0, y: 0, ...to });
    return (await evaluate('({ width: innerWidth, height: innerHeight })')) as Size;
  };
  const first = await resize(size);
  await resize({
    width: 2 * size.width - first.width,
    height: 2 * size.height - first.height,
  });
  return {
    engine: 'WebKit',
    go: async (url) => void (await ask('POST', `${session}/url`, { url })),
    evaluate,
    act: async (actions) => void (await ask('POST', `${session}/actions`, { actions })),
    picture: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
    addCookie: async (cookie) =>
      void (await ask('POST', `${session}/cookie`, { cookie: { ...cookie, path: '/' } })),
    errors: () => errors,
    close: async () => {
      await ask('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}

/** Waits until the driver listens. */
async function answers(address: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isThere = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (tries === 200) throw new Error('the driver of WebKit does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
