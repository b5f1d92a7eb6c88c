/**
 * Reads CSV as common spreadsheets write it, piece by piece, at any length: commas, semicolons, tabs or bars (the one that
 * most of the first lines have equally often, or the one that Excel's 'sep=;' names), quotes, line breaks within quotes, any line
 * end.
 *
 *     for await (const rows of readCsv(decodeText(bytes, await detectEncoding(again))))
 *       for (const { line, cells } of rows) …
 *
 * Follows RFC 4180, and is only as lenient as necessary: ambiguous input is a `CsvError` that names its line.
 */
import { CsvError } from './csv-problem.ts';

/** `line` is where the row starts. Lines without any text are skipped. */
export type CsvRow = { line: number; cells: string[] };

/** Characters; the most that an Excel cell holds. */
export const LONGEST_FIELD = 32_767;
export const MOST_COLUMNS = 200;
/** The lines whose separators are counted; titles above a table have none, or other ones. */
const FIRST_LINES = 20;
/** They must end within this many characters, or separators are counted without the rest. */
const BEGINNING = 65_536;

/**
 * Yields rows in order, as many at a time as a piece of text contains; first calls `onSeparator` with what separates
 * the columns. @throws CsvError
 */
export async function* readCsv(
  texts: AsyncIterable<string>,
  onSeparator?: (separator: string) => void,
): AsyncGenerator<CsvRow[]> {
  let parser: Parser | null = null;
  let beginning = '';
  let ends = 0;
  for await (const text of texts) {
    if (parser) {
      const rows = parser.read(text);
      if (rows.length > 0) yield rows;
      continue;
    }
    beginning += text;
    ends += text.match(/[\r\n]/g)?.length ?? 0;
    // A line may end with two characters.
    if (ends <= 2 * FIRST_LINES && beginning.length < BEGINNING) continue;
    parser = begin(beginning, onSeparator);
    yield parser.rows;
    parser.rows = [];
  }
  if (!parser) {
    parser = begin(beginning, onSeparator);
    yield parser.rows;
  }
  yield parser.end();
}

function begin(text: string, onSeparator?: (separator: string) => void): Parser {
  const said = /^sep=([,;|\t])(?:\r\n|\r|\n)/.exec(text);
  const separator = said?.[1] ?? separatorOf(text);
  onSeparator?.(separator);
  const parser = new Parser(separator, said ? 2 : 1);
  parser.rows = parser.read(said ? text.slice(said[0].length) : text);
  return parser;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/**
 * The separator that most of the first lines have equally often outside of quotes; of several, the one they have more
 * often. A comma if there is none.
 */
function separatorOf(text: string): string {
  const lines = countSeparators(text.slice(0, BEGINNING));
  const scores = SEPARATORS.map((separator, at) => {
    const times = new Map<number, number>();
    for (const line of lines) {
      const count = line[at] ?? 0;
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    }
    const [count = 0, same = 0] =
      [...times].toSorted((left, right) => right[1] - left[1] || right[0] - left[0])[0] ?? [];
    return { separator, count, same };
  });
  const [best] = scores.toSorted((left, right) => right.same - left.same || right.count - left.count);
  return best && best.count > 0 ? best.separator : ',';
}

/** How often each of the first lines has each separator outside of quotes. */
function countSeparators(text: string): number[][] {
  const lines: number[][] = [[0, 0, 0, 0]];
  let quoted = false;
  let before = '';
  for (const sign of text) {
    // A quote within plain text, as in 5" pipe, opens nothing; one right after another is a quote within quotes.
    if (sign === '"') quoted = !quoted && (before === '' || /["\r\n,;|\t]/.test(before));
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (lines.length === FIRST_LINES) break;
      lines.push([0, 0, 0, 0]);
    } else if (!quoted) {
      const at = SEPARATORS.indexOf(sign as ',');
      const line = lines.at(-1);
      if (at !== -1 && line) line[at] = (line[at] ?? 0) + 1;
    }
    before = sign;
  }
  return lines;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** The parser's state for the next character. */
type Place = 'start' | 'plain' | 'quoted' | 'closing';

class Parser {
  /** Complete rows that the caller has not taken yet. */
  rows: CsvRow[] = [];
  readonly #separator: number;
  #place: Place = 'start';
  #cell = '';
  #cells: string[] = [];
  #line: number;
  /** The lines where the current row and field start. */
  #rowLine: number;
  #fieldLine: number;
  /** A CR ended a line: an LF right after it belongs to the same line end. */
  #afterReturn = false;

  constructor(separator: string, firstLine: number) {
    this.#separator = separator.charCodeAt(0);
    this.#line = firstLine;
    this.#rowLine = firstLine;
    this.#fieldLine = firstLine;
  }

  /** The rows that end in this piece. */
  read(text: string): CsvRow[] {
    if (text.includes('\0')) this.#refuseNul(text);
    const rows: CsvRow[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#place === 'quoted') {
        if (code === QUOTE) {
          this.#take(text, from, at);
          this.#place = 'closing';
          this.#afterReturn = false;
        } else if (code === LF || code === CR) this.#countLine(code);
        else this.#afterReturn = false;
        continue;
      }
      const isEnd = code === this.#separator || code === LF || code === CR;
      if (this.#place === 'closing') {
        if (code === QUOTE) {
          // Two quotes are one; the second starts the text that follows.
          from = at;
          this.#place = 'quoted';
          continue;
        }
        if (!isEnd) throw new CsvError({ kind: 'after-quote', line: this.#line });
      } else if (!isEnd) {
        if (this.#place === 'start') from = this.#startField(code, at);
        continue;
      }
      if (this.#place === 'plain') this.#take(text, from, at);
      if (code === this.#separator) this.#endField();
      else this.#endLine(code, rows);
    }
    if (this.#place === 'plain' || this.#place === 'quoted') this.#take(text, from, text.length);
    return rows;
  }

  /** The last row, if it has no line end. */
  end(): CsvRow[] {
    if (this.#place === 'quoted') throw new CsvError({ kind: 'open-quote', line: this.#fieldLine });
    const rows: CsvRow[] = [];
    if (this.#place !== 'start' || this.#cells.length > 0) this.#endRow(rows);
    return rows;
  }

  /** @returns where the field's text starts: after its quote */
  #startField(code: number, at: number): number {
    this.#fieldLine = this.#line;
    this.#place = code === QUOTE ? 'quoted' : 'plain';
    this.#afterReturn = false;
    return code === QUOTE ? at + 1 : at;
  }

  #take(text: string, from: number, to: number): void {
    this.#cell += text.slice(from, to);
    if (this.#cell.length > LONGEST_FIELD)
      throw new CsvError({ kind: 'long-field', line: this.#fieldLine, limit: LONGEST_FIELD });
  }

  #endField(): void {
    this.#cells.push(this.#cell);
    if (this.#cells.length > MOST_COLUMNS)
      throw new CsvError({ kind: 'many-columns', line: this.#rowLine, limit: MOST_COLUMNS });
    this.#cell = '';
    this.#place = 'start';
    this.#afterReturn = false;
  }

  #endLine(code: number, rows: CsvRow[]): void {
    const isSecondHalf = code === LF && this.#afterReturn;
    if (!isSecondHalf) this.#endRow(rows);
    this.#countLine(code);
    this.#rowLine = this.#line;
  }

  #endRow(rows: CsvRow[]): void {
    this.#endField();
    if (this.#cells.some((cell) => cell.trim() !== ''))
      rows.push({ line: this.#rowLine, cells: this.#cells });
    this.#cells = [];
  }

  #countLine(code: number): void {
    if (!(code === LF && this.#afterReturn)) this.#line += 1;
    this.#afterReturn = code === CR;
  }

  #refuseNul(text: string): never {
    const lines = text.slice(0, text.indexOf('\0')).split(/\r\n|\r|\n/).length - 1;
    throw new CsvError({ kind: 'nul', line: this.#line + lines });
  }
}
