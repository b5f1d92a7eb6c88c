/** The first visit of each kind of public page on a slow phone, as Lighthouse sees it, gate up and age affirmed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCart } from '#core/sales/checkout/cart.ts';
import { ageCookie, cartCookie } from '#platform/requests/cookies.ts';
import { findChromium } from '../scripts/find-chromium.ts';
import { blockedTime, type TraceEvent } from './blocked-time.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';
import lighthouse from './tools/lighthouse.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--remote-debugging-port=0',
];

type Page = {
  path: string;
  /**
   * Whether search engines may index it. Lighthouse's SEO score does not apply to a page that asks not to be indexed.
   */
  isListed: boolean;
  /** The browser's cookies besides the age answer. */
  cookies?: Cookies;
};

/** Values by name. */
type Cookies = Readonly<Record<string, string>>;

type Visit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  tbt: number;
  /** The same by processor time: as if nothing else ran. */
  blockedAlone: number;
  /** Bytes over the wire, headers included. */
  script: number;
  /** Audits that cost points. */
  findings: string[];
  /**
   * The machine's speed by Lighthouse's own measure; it slows a fast machine down to a phone, as if nothing else ran.
   */
  machine: number;
};

const LIMITS = { lcp: 1800, tbt: 150, cls: 0.02, script: 140_000 };

/** A row for each page behind the age gate (the very first visit) and past it (the page itself). */
export async function firstVisit(
  origin: string,
  product: number,
  visits: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const cart: Cookies = { [cartCookie.name]: writeCart([{ productId: product, quantity: 1 }]) };
  const pages: Page[] = [
    { path: '/', isListed: true },
    { path: '/products', isListed: true },
    { path: `/products/${product}`, isListed: true },
    { path: '/cart', isListed: false, cookies: cart },
    { path: '/checkout', isListed: false, cookies: cart },
    { path: '/login', isListed: false },
    { path: '/about', isListed: true },
  ];
  const chromium = await findChromium(say);
  // Not counted: it reads Chromium's files and the application's code for the first time.
  await visitOrAgain(chromium, `${origin}/`, {});
  const rows: Row[] = [];
  for (const page of pages) {
    for (const affirmed of [false, true]) {
      const seen: Visit[] = [];
      for (let visit = 0; visit < visits; visit++)
        seen.push(await visitOrAgain(chromium, origin + page.path, cookiesOf(page, affirmed)));
      rows.push(rowOf(page, affirmed, seen));
    }
  }
  return rows;
}

/** The medians of the visits, and whether all are within their limits. */
function rowOf({ path, isListed }: Page, affirmed: boolean, seen: readonly Visit[]): Row {
  const of = (name: Exclude<keyof Visit, 'findings'>) => median(seen.map((visit) => visit[name]));
  const least = affirmed ? 95 : 98;
  const performance = of('performance');
  const [lcp, tbt, cls, script] = [of('lcp'), of('tbt'), of('cls'), of('script')];
  const others = [of('accessibility'), of('bestPractices'), ...(isListed ? [of('seo')] : [])];
  const findings = [...new Set(seen.flatMap((visit) => visit.findings))].filter(
    (finding) => isListed || !finding.startsWith('seo'),
  );
  return {
    what: `First visit of ${path}, ${affirmed ? 'age affirmed' : 'age gate up'}`,
    ours: `LCP ${(lcp / 1000).toFixed(2)} s, blocked ${tbt.toFixed(0)} ms (alone ${of('blockedAlone').toFixed(0)}), CLS ${cls.toFixed(3)}, scripts ${(script / 1000).toFixed(1)} kB`,
    baseline: '',
    value: performance.toFixed(0),
    budget: `≥ ${least}; ≤ 1.8 s, 150 ms, 0.02, 140 kB`,
    holds:
      performance >= least &&
      lcp <= LIMITS.lcp &&
      tbt <= LIMITS.tbt &&
      cls <= LIMITS.cls &&
      script <= LIMITS.script &&
      others.every((score) => score === 100),
    note: [
      `accessibility, best practices${isListed ? ', SEO' : ''}: ${others.map((score) => score.toFixed(0)).join(', ')}`,
      `machine ${of('machine').toFixed(0)}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      ...findings,
    ].join('; '),
  };
}

const cookiesOf = ({ cookies }: Page, affirmed: boolean): Cookies => ({
  ...(affirmed ? { [ageCookie.name]: '1' } : {}),
  ...cookies,
});

/** Lighthouse now and then records a trace without its beginning, and says so: then the visit is made again, once. */
async function visitOrAgain(...visit: Parameters<typeof visitOnce>): Promise<Visit> {
  try {
    return await visitOnce(...visit);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('recording the trace'))) throw error;
    return visitOnce(...visit);
  }
}

/** A new browser with an empty profile each time: nothing is cached. */
async function visitOnce(chromium: string, url: string, cookies: Cookies): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), 'farmgate-visit-'));
  const browser = spawn(chromium, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  try {
    const port = await debuggingPort(browser.stderr, exited);
    await setCookies(port, url, cookies);
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!result) throw new Error('Lighthouse answered nothing');
    const { lhr, artifacts } = result;
    if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
    const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
    const figure = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcp: figure('largest-contentful-paint'),
      cls: figure('cumulative-layout-shift'),
      tbt: figure('total-blocking-time'),
      blockedAlone: blockedTime(
        artifacts.Trace.traceEvents as TraceEvent[],
        lhr.configSettings.throttling.cpuSlowdownMultiplier,
      ),
      script: scriptBytes(lhr.audits['network-requests']?.details),
      machine: lhr.environment.benchmarkIndex,
      findings: ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
        (lhr.categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
          .map(({ id }) => `${category}: ${lhr.audits[id]?.title ?? id}`),
      ),
    };
  } finally {
    browser.kill('SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Sets the cookies in the browser, where the page's scripts also find them; Lighthouse leaves them there. With a
 * header alone, the server sees a cart that the scripts then take for emptied.
 */
async function setCookies(port: number, url: string, cookies: Cookies): Promise<void> {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string };
  const browser = new WebSocket(webSocketDebuggerUrl);
  try {
    await new Promise((resolve, reject) => {
      browser.addEventListener('open', resolve);
      browser.addEventListener('error', reject);
    });
    const answered = new Promise<string>((resolve) =>
      browser.addEventListener('message', ({ data }) => resolve(String(data))),
    );
    const params = { cookies: Object.entries(cookies).map(([name, value]) => ({ name, value, url })) };
    browser.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params }));
    const answer = await answered;
    if (answer.includes('"error"')) throw new Error(`no cookies: ${answer}`);
  } finally {
    browser.close();
  }
}

type Details = { items?: readonly { resourceType?: string; transferSize?: number }[] };

function scriptBytes(details: unknown): number {
  const { items = [] } = (details ?? {}) as Details;
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

/** Chromium prints its debugger's address on stderr. */
function debuggingPort(errors: NodeJS.ReadableStream, exited: Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    errors.on('data', (chunk) => {
      said += chunk;
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
    exited.then(() => reject(new Error(`Chromium ended: ${said.slice(-300)}`)));
  });
}
