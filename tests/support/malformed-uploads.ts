/** Every way to get a form with a file wrong that we know of; what an upload route must survive and refuse. */

export type MalformedUpload = { what: string; type: string; body: Buffer };

const BOUNDARY = 'xyz';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type Part = { headers: string; content?: string };

const file = (name: string, fileName = 'a.jpg', content = 'not a picture'): Part => ({
  headers: `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/jpeg`,
  content,
});
const text = (name: string, content = 'x'): Part => ({
  headers: `Content-Disposition: form-data; name="${name}"`,
  content,
});

function formOf(...parts: Part[]): string {
  const written = parts.map(
    ({ headers, content = '' }) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`,
  );
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}

/** Malformed uploads for a route whose file is in this field. */
export function malformedUploads(field: string): MalformedUpload[] {
  const long = 'x'.repeat(200_000);
  const nested = `--inner\r\nContent-Disposition: file; filename="a.jpg"\r\n\r\nx\r\n--inner--`;
  const bodies: Record<string, string> = {
    'a file under another name': formOf(file('other')),
    'a large file under another name': formOf(file('other', 'a.jpg', long)),
    'a file under another name, then the right one': formOf(file('other'), file(field)),
    'two files': formOf(file(field), file(field)),
    'two large files': formOf(file(field, 'a.jpg', long), file(field, 'b.jpg', long)),
    'ten files': formOf(...Array.from({ length: 10 }, () => file(field))),
    'an empty file, then another': formOf(file(field, '', ''), file(field)),
    'no part': `--${BOUNDARY}--\r\n`,
    'no boundary in the body': 'nonsense',
    'nothing at all': '',
    'only the first boundary': `--${BOUNDARY}`,
    'no file': formOf(text('note')),
    'text in the file’s field': formOf(text(field)),
    'no chosen file': formOf(file(field, '', '')),
    'an empty file name': formOf(file(field, '')),
    'an empty file name under another field': formOf(file('other', '')),
    'an empty field name': formOf(file('')),
    'a file without a field name': formOf({ headers: 'Content-Disposition: form-data; filename="a.jpg"' }),
    'text without a field name': formOf({ headers: 'Content-Disposition: form-data', content: 'x' }),
    'a part without headers': formOf({ headers: '', content: 'x' }),
    'a part that is no form data': formOf({ headers: `Content-Disposition: attachment; name="${field}"` }),
    'a type without a disposition': formOf({ headers: 'Content-Type: application/octet-stream' }),
    'an unknown charset': formOf({
      headers: `Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=nonsense`,
      content: 'é',
    }),
    'an odd encoding of the name': formOf({
      headers: `Content-Disposition: form-data; name*=nonsense'en'%ff%fe; filename*=utf-16''%d8%00`,
    }),
    'a form in the form': formOf({
      headers: `Content-Disposition: form-data; name="${field}"\r\nContent-Type: multipart/mixed; boundary=inner`,
      content: nested,
    }),
    'a form in the file': formOf(file(field, 'a.jpg', formOf(file(field)))),
    'enormous headers': formOf({ headers: `X-Long: ${long}\r\n${file(field).headers}` }),
    'thousands of headers': formOf({ headers: `${'X-A: b\r\n'.repeat(5_000)}${file(field).headers}` }),
    'headers without an end': `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; ${long}`,
    'broken headers': formOf({ headers: ': : :\r\n\t\r\n=;', content: 'x' }),
    'a name with NUL': formOf(text('a\0b'), file(field, 'a\0.jpg')),
    'hundreds of fields': formOf(...Array.from({ length: 400 }, (_, n) => text(`f${n}`))),
    'a very long field': formOf(text('note', long), file(field)),
    'a file after its form has ended': `${formOf(text('note'))}${formOf(file(field))}`,
    'the end inside a part’s headers, then a file': `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n--${BOUNDARY}--\r\nx\r\n${formOf(file(field))}`,
    'line feeds alone': formOf(file(field)).replaceAll('\r\n', '\n'),
  };
  const cases = Object.entries(bodies).map(([what, body]) => ({ what, type: TYPE, body: Buffer.from(body) }));
  const right = Buffer.from(formOf(text('note'), file(field)));
  // The last two bytes are the line break behind the form, which may be missing.
  for (let at = 1; at < right.length - 2; at++)
    cases.push({ what: `cut after ${at} bytes`, type: TYPE, body: right.subarray(0, at) });
  const wrong = Buffer.from(formOf(file('other')));
  for (let at = 1; at < wrong.length - 2; at += 3)
    cases.push({ what: `another name, cut after ${at} bytes`, type: TYPE, body: wrong.subarray(0, at) });
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    `multipart/form-data; boundary="${'b'.repeat(5_000)}"`,
    'multipart/form-data; charset=nonsense; boundary*=nonsense%ff',
    'multipart/mixed; boundary=xyz',
    'application/x-www-form-urlencoded',
    'application/json',
  ])
    cases.push({ what: `of type ${type.slice(0, 60)}`, type, body: right });
  return cases;
}
