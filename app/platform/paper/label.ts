/** The content of labels for a label printer, as passed from their writer to the process that renders them. */

/** In points, 72 to an inch: 4 × 2 inches, the usual size of a shipping or product label. */
export const LABEL_WIDTH = 288;
export const LABEL_HEIGHT = 144;

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
