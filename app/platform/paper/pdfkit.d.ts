/** The parts of pdfkit that papers use; the package has no types. */
declare module 'pdfkit' {
  type TextOptions = {
    width?: number;
    align?: 'left' | 'right' | 'center';
    lineBreak?: boolean;
    lineGap?: number;
    height?: number;
    ellipsis?: boolean;
  };
  export default class PDFDocument {
    constructor(options: {
      size: 'LETTER' | [width: number, height: number];
      margin: number;
      bufferPages: boolean;
      autoFirstPage?: boolean;
      lang: string;
      info: { Title: string; Author: string; CreationDate: Date };
    });
    readonly page: { width: number; height: number };
    registerFont(name: string, file: string): this;
    font(name: string): this;
    fontSize(points: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(points: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    heightOfString(text: string, options?: TextOptions): number;
    addPage(): this;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(page: number): this;
    on(event: 'data', hear: (bytes: Buffer) => void): this;
    on(event: 'end', hear: () => void): this;
    on(event: 'error', hear: (error: Error) => void): this;
    end(): void;
  }
}
