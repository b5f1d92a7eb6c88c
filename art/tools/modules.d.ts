/** What we use of subset-font. Declared here, so that the types are checked where it is not installed. */
declare module 'subset-font' {
  export type Axes = Record<string, number | { min: number; max: number }>;
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes?: Axes; noLayoutClosure?: boolean },
  ): Promise<Buffer>;
}
