/** The text of a PDF written by pdfkit, page by page, as a reader would copy it. */
import { inflateSync } from 'node:zlib';

/** Each page's texts in the order they were drawn, one per line. */
export function pdfText(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? '')?.[1];
      if (unicode) fonts.set(name, letters(objects.get(Number(unicode))?.stream ?? ''));
    }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))?.stream ?? '')
    .map((stream) => linesOf(stream, fonts));
}

/** All its words with single spaces: where a line breaks depends on the width of what it says, such as the time. */
export const pdfWords = (pdf: Buffer): string => pdfText(pdf).flat().join(' ').replaceAll(/\s+/g, ' ');

type PdfObject = { head: string; stream: string };

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const found of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n|endobj)/g)) {
    const [whole, id, head = ''] = found;
    const from = found.index + whole.length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = whole.endsWith('stream\n') ? pdf.subarray(from, from + length) : Buffer.alloc(0);
    const packed = head.includes('/FlateDecode') && bytes.length > 0;
    objects.set(Number(id), { head, stream: (packed ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

/** From a font's glyphs to letters. */
function letters(map: string): Map<string, string> {
  const found = new Map<string, string>();
  const character = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, first = '0', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries())
      found.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'),
        character(hex.replaceAll(' ', '')),
      );
  return found;
}

function linesOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let font: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  for (const [, name, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map();
    else
      lines.push(
        [...(glyphs ?? '').matchAll(/<(\w+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => font.get(glyph.toLowerCase()) ?? '�')
          .join(''),
      );
  }
  return lines;
}
