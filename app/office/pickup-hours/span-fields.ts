/** Parses and formats the spans of a day as form fields: a few pairs of times, some of them empty. Pure. */
import type { Span } from '#core/sales/pickup/hours.ts';

/** Rows a form offers for one day. */
export const MOST_SPANS = 3;

const ORDINALS = ['', ' (second time range)', ' (third time range)'];

/** The names of the two controls of a row. */
export const spanFields = (prefix: string, row: number) => ({
  opens: `${prefix}-${row}-opens`,
  closes: `${prefix}-${row}-closes`,
});

/** The labels of a day's controls: 'Monday opens', 'Monday closes (second time range)'. */
export function spanLabels(prefix: string, day: string): Record<string, string> {
  return Object.fromEntries(
    ORDINALS.flatMap((which, row) => {
      const { opens, closes } = spanFields(prefix, row);
      return [
        [opens, `${day} opens${which}`],
        [closes, `${day} closes${which}`],
      ];
    }),
  );
}

export function spanTexts(prefix: string, spans: readonly Span[]): Record<string, string> {
  return Object.fromEntries(
    ORDINALS.flatMap((_, row) => {
      const { opens, closes } = spanFields(prefix, row);
      return [
        [opens, spans[row]?.opens ?? ''],
        [closes, spans[row]?.closes ?? ''],
      ];
    }),
  );
}

/**
 * The spans of the rows that are not empty, each with the control that shows its error. A browser may send seconds; a
 * row with only one time is reported in `errors`.
 */
export function readSpans(
  prefix: string,
  texts: Readonly<Record<string, string>>,
): { spans: Span[]; fields: string[]; errors: Record<string, string[]> } {
  const spans: Span[] = [];
  const fields: string[] = [];
  const errors: Record<string, string[]> = {};
  for (let row = 0; row < MOST_SPANS; row += 1) {
    const names = spanFields(prefix, row);
    const timeOf = (field: string) => (texts[field] ?? '').trim().replace(/^(\d\d:\d\d):\d\d$/, '$1');
    const [opens, closes] = [timeOf(names.opens), timeOf(names.closes)];
    if (opens === '' && closes === '') continue;
    if (opens === '' || closes === '') {
      errors[opens === '' ? names.opens : names.closes] = ['Enter both times, or neither.'];
      continue;
    }
    spans.push({ opens, closes });
    fields.push(names.opens);
  }
  return { spans, fields, errors };
}
