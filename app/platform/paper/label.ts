/** The content of labels for a label printer, as passed from their writer to the process that renders them. */

/** In points, 72 to an inch. `height`: null on a roll, whose labels are as long as what they say. */
export type LabelSheet = { width: number; height: number | null };

/** 4 × 2 inches, the usual size of a shipping or product label. */
export const LABEL_SHEET: LabelSheet = { width: 288, height: 144 };

export type Label = {
  /** Above the title, left and right. */
  head: { left: string; right: string };
  title: string;
  /** In points; 11 without one. */
  titleSize?: number;
  lines: readonly string[];
  /** Small print at the bottom, each text in lines of its own; what does not fit goes to one more label. */
  small: readonly string[];
  /** The text of the QR code. */
  qr: string;
};

/** A label as a printer's dots, eight to a byte, the first one in the highest bit: 1 is black. Rows begin with a byte. */
export type LabelDots = { width: number; height: number; bits: Uint8Array };
