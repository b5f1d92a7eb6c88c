/** The parts of pdfkit that papers use; the package has no types. */
declare module 'pdfkit' {
  type TextOptions = { lineBreak: false; baseline: 'alphabetic'; features?: readonly string[] };
  /** A part of the document for screen readers, such as a paragraph or a table's cell. */
  export type StructureElement = {
    /** Adds a part of it, or draws what belongs to it. */
    add(child: StructureElement | (() => void)): StructureElement;
  };
  export default class PDFDocument {
    constructor(options: {
      size: 'LETTER' | [width: number, height: number];
      margin: number;
      bufferPages: boolean;
      autoFirstPage?: boolean;
      pdfVersion: '1.7';
      lang: string;
      tagged: true;
      displayTitle: true;
      info: { Title: string; Author: string; CreationDate: Date };
    });
    readonly page: { width: number; height: number };
    registerFont(name: string, file: Uint8Array): this;
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
    text(text: string, x: number, y: number, options: TextOptions): this;
    widthOfString(text: string, options?: Pick<TextOptions, 'features'>): number;
    currentLineHeight(includeGap: boolean): number;
    addPage(sheet?: { size: [width: number, height: number]; margin: number }): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    lineCap(style: 'round'): this;
    /** @param outline as in SVG */
    path(outline: string): this;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(page: number): this;
    struct(tag: string, options: { scope?: 'Row' | 'Column'; alt?: string }): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: 'Artifact', options: { type: 'Layout' | 'Pagination' }): this;
    markContent(tag: 'Span', options: { actual: string }): this;
    endMarkedContent(): this;
    on(event: 'data', hear: (bytes: Buffer) => void): this;
    on(event: 'end', hear: () => void): this;
    on(event: 'error', hear: (error: Error) => void): this;
    end(): void;
  }
}
