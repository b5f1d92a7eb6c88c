/** Debian's attack tools, each with its report read as data. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Several times what the longest takes on a quiet machine. */
const MINUTES = 30;
const PROGRAMS = ['sqlmap', 'wapiti', 'ffuf'];

/** Throws with one sentence that names what to install. */
export function requireTools(): void {
  const missing = PROGRAMS.filter((name) => !existsSync(`/usr/bin/${name}`));
  if (missing.length > 0)
    throw new Error(
      `Install what attacks the shop, and run this again: apt-get install ${missing.join(' ')}`,
    );
}

/** Where a tool's run leaves its files. */
export type Place = { folder: string; name: string };
export type Finding = { tool: string; what: string };

/** What it printed. Rejects if it fails, or takes longer than it may. */
function runTool({ folder, name }: Place, program: string, args: string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  return new Promise((resolve, reject) => {
    const child = spawn(`/usr/bin/${program}`, args, {
      // They write settings and histories into the home folder.
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MINUTES * 60_000,
      killSignal: 'SIGKILL',
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      writeFileSync(join(folder, `${name}.${program}.txt`), printed);
      if (code === 0) resolve(printed);
      else reject(new Error(`${program} for ${name} ended with ${code ?? signal}: ${printed.slice(-2000)}`));
    });
  });
}

/** One request as sqlmap is to send it; `*` marks where it injects beside parameters and members. */
export type SqlTarget = { url: string; method: string; headers?: Record<string, string>; body?: string };

function asLog(targets: readonly SqlTarget[]): string {
  const items = targets.map(({ url, method, headers = {}, body = '' }) => {
    const { host, port, pathname, search } = new URL(url);
    const head = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    const text = [`${method} ${pathname}${search} HTTP/1.1`, ...head, '', body].join('\r\n');
    return `<port>${port}</port><request base64="true"><![CDATA[${Buffer.from(text).toString('base64')}]]></request>`;
  });
  return items.join('\n');
}

/** Returns what it found, and how many parameters it attacked. */
export async function sqlmap(
  place: Place,
  requests: readonly SqlTarget[],
  options: readonly string[],
): Promise<{ findings: Finding[]; parameters: number }> {
  const { folder, name } = place;
  mkdirSync(folder, { recursive: true });
  const [log, report] = [join(folder, `${name}.log`), join(folder, `${name}.csv`)];
  writeFileSync(log, asLog(requests));
  const printed = await runTool(place, 'sqlmap', [
    ...['-l', log, '--batch', '--ignore-stdin', '--disable-coloring', '--skip-waf', '--ignore-code=*'],
    // A form's key belongs to one attempt: a second request with it would get the first one's answer.
    ...['--dbms=PostgreSQL', '--randomize=key', `--output-dir=${folder}`, `--results-file=${report}`],
    ...options,
  ]);
  return {
    findings: readFileSync(report, 'utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1)
      // It looked again, and withdrew these.
      .filter((row) => !row.endsWith(',false positive or unexploitable'))
      .map((row) => ({ tool: 'sqlmap', what: row })),
    parameters: printed.match(/heuristic \(basic\) test shows that/g)?.length ?? 0,
  };
}

type WapitiReport = Record<'vulnerabilities' | 'anomalies', Record<string, { curl_command: string }[]>>;

/**
 * Attacks these pages, their links and their forms; returns what it found, and how many it attacked.
 * @param seconds for each kind of attack, and for reading the pages.
 */
export async function wapiti(
  place: Place,
  pages: readonly string[],
  seconds: { attack: number; scan: number },
): Promise<{ findings: Finding[]; targets: number }> {
  const [first = '', ...others] = pages;
  const report = join(place.folder, `${place.name}.json`);
  const printed = await runTool(place, 'wapiti', [
    ...['-u', first, ...others.flatMap((page) => ['-s', page]), '--scope', 'domain', '-d', '1'],
    ...['--max-links-per-page', '2'],
    ...['-m', WAPITI_MODULES, '--max-attack-time', `${seconds.attack}`, '--max-scan-time', `${seconds.scan}`],
    ...['--store-session', place.folder, '--flush-session', '--no-bugreport'],
    ...['-f', 'json', '-o', report, '-v', '1'],
  ]);
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as WapitiReport;
  if (printed.includes('File "')) throw new Error(`a module of wapiti failed: ${printed}`);
  const kinds = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)];
  return {
    findings: kinds.flatMap(([kind, found]) =>
      found.map(({ curl_command }) => ({ tool: 'wapiti', what: `${kind}: ${curl_command}` })),
    ),
    targets: Number(/Wapiti found (\d+) URLs and forms/.exec(printed)?.[1] ?? 0),
  };
}
/** Without `backup`, which fails at an address without a file name in 3.0.4; ffuf looks for backups. */
const WAPITI_MODULES = 'sql,xss,permanentxss,exec,file,crlf,redirect,xxe,htaccess,shellshock,methods';

type FfufReport = { results: { input: Record<string, string>; status: number; url: string }[] };

/**
 * Sends every combination of the words in the place of their names.
 * @param options what counts as a finding, in ffuf's own terms.
 */
export async function ffuf(
  place: Place,
  { url, words, options }: { url: string; words: Record<string, readonly string[]>; options: string[] },
): Promise<Finding[]> {
  mkdirSync(place.folder, { recursive: true });
  const report = join(place.folder, `${place.name}.ffuf.json`);
  const lists = Object.entries(words).flatMap(([name, list]) => {
    const path = join(place.folder, `${place.name}.${name}.words`);
    writeFileSync(path, list.join('\n'));
    return ['-w', `${path}:${name}`];
  });
  await runTool(place, 'ffuf', [
    ...lists,
    '-u',
    url,
    '-t',
    '4',
    '-s',
    '-of',
    'json',
    '-o',
    report,
    ...options,
  ]);
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as FfufReport;
  return results.map(({ input, status, url: at }) => ({
    tool: 'ffuf',
    what: `${status} ${at} ${JSON.stringify(input)}`,
  }));
}
