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
  ['with its end mark', body + end, true],
  ['with its end mark and blank lines', `${body}${end}\r\n\r\n`, true],
  ['that is cut off', body + end.slice(0, 8), false],
  ['with anything after its end', `${body}${end}<script>alert(1)</script>`, false],
  ['of five bytes', '%PDF-', false],
  ['with another start', `<html>${body}${end}`, false],
])('a file %s is checked for completeness', async (_, content, expected) => {
  const path = join(folder, 'file.pdf');
  await writeFile(path, content);
  expect(await isWholePdf(path)).toBe(expected);
});
