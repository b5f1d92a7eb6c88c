/** The first visit of /products on a slow phone, as Lighthouse sees it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { ageCookie } from '#platform/cookies.ts';
import { findChromium } from '../scripts/find-chromium.ts';
import { ms, type Row } from './row.ts';
import { median } from './statistics.ts';

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

type Visit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  tbt: number;
  /** Bytes over the wire. */
  script: number;
  /** What costs points. */
  findings: string[];
};

/** Rows with the age gate up (the very first visit) and affirmed (the page itself). */
export async function firstVisit(
  origin: string,
  visits: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const chromium = await findChromium(say);
  const rows: Row[] = [];
  for (const affirmed of [false, true]) {
    const seen: Visit[] = [];
    for (let visit = 0; visit < visits; visit++) seen.push(await visitOnce(chromium, origin, affirmed));
    rows.push(...rowsOf(affirmed ? 'age affirmed' : 'age gate up', seen));
  }
  return rows;
}

function rowsOf(state: string, seen: readonly Visit[]): Row[] {
  const of = (name: Exclude<keyof Visit, 'findings'>) => median(seen.map((visit) => visit[name]));
  const row = (what: string, value: string, budget: string, holds: boolean, note?: string): Row => ({
    what: `First visit, ${state}: ${what}`,
    ours: '',
    baseline: '',
    value,
    budget,
    holds,
    note,
  });
  const findings = [...new Set(seen.flatMap((visit) => visit.findings))];
  const script = of('script') / 1000;
  const quality = [of('accessibility'), of('bestPractices'), of('seo')];
  return [
    row(
      'performance',
      of('performance').toFixed(0),
      '≥ 95',
      of('performance') >= 95,
      `blocked ${ms(of('tbt'))}`,
    ),
    row('LCP', `${(of('lcp') / 1000).toFixed(2)} s`, '≤ 1.8 s', of('lcp') <= 1800),
    row('CLS', of('cls').toFixed(3), '≤ 0.02', of('cls') <= 0.02),
    row('JavaScript', `${script.toFixed(0)} kB`, '≤ 140 kB', script <= 140),
    row(
      'accessibility / best practices / SEO',
      quality.map((score) => score.toFixed(0)).join(' / '),
      '100 each',
      quality.every((score) => score === 100),
      findings.length > 0 ? findings.join('; ') : undefined,
    ),
  ];
}

/** A new browser with an empty profile each time: nothing is cached. */
async function visitOnce(chromium: string, origin: string, affirmed: boolean): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), 'farmgate-visit-'));
  const browser = spawn(chromium, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  try {
    const port = await debuggingPort(browser.stderr, exited);
    const result = await lighthouse(`${origin}/products`, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      extraHeaders: affirmed ? { Cookie: `${ageCookie.name}=1` } : undefined,
    });
    if (!result) throw new Error('Lighthouse answered nothing');
    const { lhr } = result;
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
      script: scriptBytes(lhr.audits['network-requests']?.details),
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

type Details = { items?: readonly { resourceType?: string; transferSize?: number }[] };

function scriptBytes(details: unknown): number {
  const { items = [] } = (details ?? {}) as Details;
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

/** Chromium says on its error output where its debugger listens. */
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
