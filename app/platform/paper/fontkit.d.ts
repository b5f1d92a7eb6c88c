/** The parts of fontkit that papers and the pictures of `art` use; the package brings no types of its own. */
declare module 'fontkit' {
  export type Point = object;
  export type DecodedGlyph = { numberOfContours: number; points?: Point[] } | undefined;
  export type Glyph = { path: { toSVG(): string } };
  export type Font = {
    unitsPerEm: number;
    /** Above the baseline, in units. */
    ascent: number;
    characterSet: number[];
    variationAxes: Record<string, { default: number }>;
    variationCoords: number[] | null;
    _variationProcessor?: { transformPoints(glyph: number, points: Point[]): void } | null;
    _transformedGlyphs?: DecodedGlyph[];
    getGlyph(id: number): Glyph;
    hasGlyphForCodePoint(code: number): boolean;
    layout(
      text: string,
      features?: Record<string, boolean>,
    ): {
      glyphs: Glyph[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    };
  };
  export function openSync(path: string): Font;
  export function create(bytes: Uint8Array): Font;
}
