/** Writes the binder's index: a plain page that opens from the disk and prints well. Pure. */
import { type FileSummary, notInside } from './binder.ts';

export type IndexFacts = {
  store: { legalName: string; address: string; license: string };
  /** 'Nov 1, 2026' */
  from: string;
  to: string;
  /** 'Nov 30, 2026 6:12 PM' */
  madeAt: string;
  madeBy: string;
  files: readonly FileSummary[];
  /** Certificates that lots name and file storage does not have. */
  missing: readonly string[];
  /** That its sales are a rehearsal’s; null otherwise. */
  mark: string | null;
};

export function binderIndex({ store, from, to, madeAt, madeBy, files, missing, mark }: IndexFacts): string {
  const tables = files.filter(({ rows }) => rows !== null);
  const others = files.filter(({ rows }) => rows === null);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inspector’s binder, ${escaped(from)} to ${escaped(to)}</title>
<style>
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #111; background: #fff }
h1 { font-size: 1.75rem; line-height: 1.2 } h2 { font-size: 1.25rem; margin-top: 2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem } dt { font-weight: bold } dd { margin: 0 }
table { border-collapse: collapse; width: 100%; font-size: .9rem } caption { text-align: left; padding-bottom: .5rem }
th, td { border-top: 1px solid #999; padding: .4rem .6rem .4rem 0; text-align: left; vertical-align: top }
thead th { border-top: 0 } .number { text-align: right; font-variant-numeric: tabular-nums }
small { display: block; color: #444 } code { font-size: .7rem; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none; font-size: 10pt } thead { display: table-header-group } tr { break-inside: avoid } }
@media (max-width: 40rem) { table, tbody, tr, td, th { display: block } thead { display: none } tr { border-top: 1px solid #999 } th, td { border: 0; padding: .1rem 0 } .number { text-align: left } }
</style>
</head>
<body>
<h1>Inspector’s binder</h1>
${mark === null ? '' : `<p><strong>${escaped(mark)}</strong></p>\n`}<dl>
<dt>Business</dt><dd>${escaped(store.legalName)}, ${escaped(store.address)}</dd>
<dt>License</dt><dd>${escaped(store.license)}</dd>
<dt>Days</dt><dd>${escaped(from)} to ${escaped(to)}</dd>
<dt>Made</dt><dd>${escaped(madeAt)} by ${escaped(madeBy)}</dd>
</dl>
<p>All tables show the same moment, ${escaped(madeAt)}. Amounts are in dollars; times are the store’s, as year, month, day and 24 hours.
In spreadsheets, an apostrophe in front of = + - @ means that the cell is text.</p>
<h2>Tables</h2>
<table>
<thead><tr><th scope="col">File</th><th scope="col" class="number">Rows</th><th scope="col">Sums</th><th scope="col">SHA-256</th></tr></thead>
<tbody>
${tables.map(tableRow).join('\n')}
</tbody>
</table>
<h2>Certificates</h2>
${others.length === 0 ? '<p>None of these lots has a stored certificate.</p>' : certificates(others)}
${missing.length === 0 ? '' : `<p>Missing in file storage: ${missing.map(escaped).join(', ')}.</p>`}
<h2>Not in this binder</h2>
<ul>
${notInside.map((words) => `<li>${escaped(words)}</li>`).join('\n')}
</ul>
</body>
</html>
`;
}

function tableRow({ name, title, about, rows, sums, sha256 }: FileSummary): string {
  return `<tr><th scope="row"><a href="${escaped(name)}">${escaped(title)}</a><small>${escaped(about)}</small></th><td class="number">${rows}</td><td>${sums.map(escaped).join('<br>')}</td><td><code>${sha256}</code></td></tr>`;
}

function certificates(files: readonly FileSummary[]): string {
  const rows = files.map(
    ({ name, title, sha256 }) =>
      `<tr><th scope="row"><a href="${escaped(name)}">${escaped(title)}</a></th><td><code>${sha256}</code></td></tr>`,
  );
  return `<table>
<thead><tr><th scope="col">Certificate of batch</th><th scope="col">SHA-256</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
