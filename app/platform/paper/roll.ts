/** The content of a roll of paper, line by line, as passed from its writer to printers and to the process that renders it. */
export type RollLine =
  | { kind: 'text'; text: string; align?: 'center'; strong?: boolean; large?: boolean }
  /** A text and an amount at the right edge. */
  | { kind: 'pair'; text: string; amount: string; strong?: boolean }
  | { kind: 'rule' }
  | { kind: 'space' }
  | { kind: 'mark' }
  | { kind: 'qr'; text: string };

/** Of a roll, in millimeters. */
export type RollWidth = 80 | 58;
