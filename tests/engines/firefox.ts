/** Starts a Firefox without windows, and drives it by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, type Driver, type Size } from './driver.ts';

/** Without them a new profile opens pages of Mozilla's, asks for updates, and a page without a window has no focus. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'focusmanager.testmode': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

type Told = {
  id?: number;
  type: string;
  method?: string;
  result?: unknown;
  message?: string;
  params?: Record<string, unknown>;
};

export async function startFirefox(path: string, size: Size): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'farmgate-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    path,
    ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
        const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
        if (found) resolve(found);
      });
      child.once('error', reject);
      void ended.then(() => reject(new Error(`Firefox ended: ${said}`)));
    });
    return await connected(`${address}/session`, size, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function connected(address: string, size: Size, end: () => Promise<void>): Promise<Driver> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox does not answer'));
  });
  const errors: string[] = [];
  const open = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(String(data)) as Told;
    if (told.id === undefined) return void errors.push(...errorOf(told));
    const asked = open.get(told.id);
    open.delete(told.id);
    if (told.type === 'error') asked?.reject(new Error(told.message));
    else asked?.resolve(told.result as never);
  };
  const ask = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      last += 1;
      open.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });

  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  await ask('session.subscribe', {
    events: ['log.entryAdded', 'network.responseCompleted', 'network.fetchError'],
  });
  await ask('browsingContext.setViewport', { context, viewport: size });

  const driver: Driver = {
    engine: 'Firefox',
    go: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => {
      type Answer = { type: string; result: { value: string }; exceptionDetails?: { text: string } };
      const answer = await ask<Answer>('script.evaluate', {
        expression: asJson(expression),
        target: { context },
        awaitPromise: true,
      });
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    act: async (actions) => void (await ask('input.performActions', { context, actions })),
    picture: async () => {
      const { data } = await ask<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    addCookie: async ({ name, value }) => {
      const domain = new URL(String(await driver.evaluate('location.href'))).hostname;
      await ask('storage.setCookie', { cookie: { name, value: { type: 'string', value }, domain } });
    },
    errors: () => errors,
    close: async () => {
      socket.close();
      await end();
    },
  };
  return driver;
}

/** What an event says is wrong. Leaving a page aborts its requests. */
function errorOf({ method, params = {} }: Told): string[] {
  if (method === 'log.entryAdded') {
    const { level, text, source } = params as { level: string; text: string; source?: { context?: string } };
    // Without a context it is Firefox's own, not the page's.
    return level === 'error' && source?.context ? [`console: ${text}`] : [];
  }
  const { request, response, errorText } = params as {
    request: { url: string };
    response?: { status: number };
    errorText?: string;
  };
  if (errorText && errorText !== 'NS_BINDING_ABORTED') return [`${errorText} for ${request.url}`];
  return response && response.status >= 400 ? [`${response.status} from ${request.url}`] : [];
}
