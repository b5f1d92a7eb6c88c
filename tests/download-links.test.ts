/**
 * The request for a file may be answered with a page that asks for the password or a sign-in. A link with `download`
 * saves that page as 'confirm.html'; without it the page opens, and the file downloads afterward.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '..', 'app');

test('no link of the office or the counter saves a sign-in page in place of its file', () => {
  const saving = ['office', 'counter']
    .flatMap((wing) =>
      readdirSync(join(app, wing), { recursive: true, encoding: 'utf8' }).map((file) => join(wing, file)),
    )
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => /<(?:a|Link)\b[^>]*\sdownload[\s=>]/.test(readFileSync(join(app, file), 'utf8')));
  expect(saving).toEqual([]);
});
