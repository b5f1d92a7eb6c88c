/** A PDF from its first byte to its last; a file that only starts like one, or ends too soon, is refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWholePdf } from './whole-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-pdf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const body = `%PDF-1.7\n${'1 0 obj << /Type /Catalog >> endobj\n'.repeat(20)}xref\n0 1\ntrailer << >>\n`;
const end = 'startxref\n210\n%%EOF\n';

test.each<[string, string, boolean]>([
  ['is one with its end mark', body + end, true],
  ['is one with blanks behind it', `${body}${end}\r\n\r\n`, true],
  ['is none when it was cut off', body + end.slice(0, 8), false],
  ['is none with something behind its end', `${body}${end}<script>alert(1)</script>`, false],
  ['is none of five bytes', '%PDF-', false],
  ['is none that begins otherwise', `<html>${body}${end}`, false],
])('%s', async (_, content, expected) => {
  const path = join(folder, 'file.pdf');
  await writeFile(path, content);
  expect(await isWholePdf(path)).toBe(expected);
});
