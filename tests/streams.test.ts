/**
 * An error of a stream, a child process or a socket that has no listener ends the process, and with it the shop of
 * everyone. So a file that makes one also handles its errors. This finds what was forgotten, not what is handled wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What makes one, with what in the same file handles its errors. */
const makers: Readonly<Record<string, { made: RegExp; handled: RegExp }>> = {
  'a child process': {
    made: /(?<!function )(?<![.\w])(?:spawn|fork)\(/,
    handled: /\.on\('error'|once\(\w+, 'exit'\)/,
  },
  'a thread': { made: /new Worker\(/, handled: /\.on\('error'/ },
  'a file that is read': {
    made: /createReadStream\(/,
    // A loop over it, or a web stream of it, throws its errors.
    handled: /\.on\('error'|pipeline\(|Readable\.toWeb\(|for await|detectEncoding\(createReadStream/,
  },
  'a file that is written': { made: /createWriteStream\(/, handled: /pipeline\(|\.on\('error'/ },
  'a stream': {
    made: /Readable\.from\(|new (?:Readable|Transform|PassThrough|Duplex)\(|create(?:Gzip|Gunzip|DeflateRaw|InflateRaw|BrotliCompress)\(/,
    handled: /\.on\('error'|pipeline\(|Readable\.toWeb\(/,
  },
  'a pipe, which passes no error on': { made: /\w\.pipe\(\w+\)/, handled: /\.on\('error'/ },
  'a request or a socket': {
    made: /\b(?:httpRequest|httpsRequest)\)?\(|\bconnect\(\{|new Socket\(/,
    handled: /\.(?:on|once)\('error'/,
  },
  'a server': { made: /\bcreateServer\(\{? ?request/, handled: /\.on\('error'/ },
  'a connection to the database': {
    made: /new pg\.(?:Client|Pool)\(/,
    handled: /\.on\('error'/,
  },
  'a parsed form': { made: /new Busboy\(/, handled: /form\.on\('error'/ },
  'a drawn document': { made: /new PDFDocument\(/, handled: /\bcollect\(/ },
};

const files = ['app', 'server', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.(?:tsx?|js)$/.test(file) && !/node_modules|\.test\.|\/testing\//.test(file));

test.each(Object.entries(makers))(
  'where the house makes %s, its errors are handled',
  (_, { made, handled }) => {
    const makes = files
      .map((file) => ({
        file,
        code: readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      }))
      .filter(({ code }) => made.test(code));
    expect(makes.length).toBeGreaterThan(0);
    expect(makes.filter(({ code }) => !handled.test(code)).map(({ file }) => file)).toEqual([]);
  },
);
