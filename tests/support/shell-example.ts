/** Runs a documented curl command: the shell itself reads it, and its arguments become a request. */
import { execFileSync } from 'node:child_process';

/**
 * The shell's own quoting and variables count; `curl` is a function that prints its arguments, because not every machine
 * has one. Throws on an option that it does not know, so that no example is half run.
 */
export function requestOf(command: string, env: Record<string, string>): Request {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const printed = execFileSync('sh', ['-euc', script], { env: { PATH: process.env.PATH, ...env } });
  const given = printed.toString().split('\0').slice(0, -1);
  const headers = new Headers();
  let url: string | null = null;
  let body: string | null = null;
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? '';
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(given[++at] ?? '') ?? [];
      headers.append(name, value);
    } else if (word === '--data') body = given[++at] ?? '';
    else if (word.startsWith('-') || url !== null) throw new Error(`${word} is not known here`);
    else url = word;
  }
  if (url === null) throw new Error('no address');
  if (body !== null && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, {
    method: body === null ? 'GET' : 'POST',
    headers,
    ...(body === null ? {} : { body }),
  });
}

/**
 * What two values have in different shape: a member that one lacks, another type. null says nothing, and lists are as
 * their first item.
 */
export function shapeDifferences(documented: unknown, real: unknown, at = '$'): string[] {
  if (documented === null || real === null) return [];
  if (Array.isArray(documented) && Array.isArray(real))
    return documented.length > 0 && real.length > 0
      ? shapeDifferences(documented[0], real[0], `${at}[]`)
      : [];
  if (Array.isArray(documented) !== Array.isArray(real) || typeof documented !== typeof real) return [at];
  if (typeof documented !== 'object') return [];
  const [left, right] = [documented as Record<string, unknown>, real as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
    name in left && name in right
      ? shapeDifferences(left[name], right[name], `${at}.${name}`)
      : [`${at}.${name}`],
  );
}
