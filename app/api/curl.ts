/** Writes an operation's example as a command for a shell. */
import { EXAMPLE_KEY } from './examples.ts';
import type { Operation } from './operation.ts';

/** Single quotes, in which a shell changes nothing. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param server the address of the API. Reads the token from the environment, so that none is in a shell's history. */
export function curlOf({ path, scope, key, body, example }: Operation, server: string): string {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? ''));
  const query = new URLSearchParams(example.query).toString();
  const lines = [`curl ${quoted(`${server}${at}${query ? `?${query}` : ''}`)}`];
  if (scope !== null) lines.push('-H "Authorization: Bearer $TOKEN"');
  if (key === 'requires') lines.push(`-H 'Idempotency-Key: ${EXAMPLE_KEY}'`);
  if (body)
    lines.push(
      "-H 'Content-Type: application/json'",
      `--data ${quoted(JSON.stringify(example.body, null, 2))}`,
    );
  return lines.join(' \\\n  ');
}
