/** Draws barcodes, and pictures and videos of them as a camera would show them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

/** A barcode without its quiet zone. */
export type Modules = { width: number; height: number; isDark(x: number, y: number): boolean };

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** The writer is another program (Zint) than the reader. */
export async function drawBarcode(format: WriterOptions['format'], text: string): Promise<Modules> {
  const { symbol, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: false });
  if (error) throw new Error(error);
  const { data, width, height } = symbol;
  return { width, height, isDark: (x, y) => (data[y * width + x] ?? 255) < 128 };
}

type Size = { width: number; height: number };

/** The barcodes on white, as large as fits: the first in the middle, the second at the bottom. */
export function pictureOf(drawn: readonly Modules[], { width, height }: Size): Size & { gray: Uint8Array } {
  const gray = new Uint8Array(width * height).fill(255);
  const room = { width: width * 0.85, height: height * (drawn.length > 1 ? 0.3 : 0.85) };
  drawn.forEach((each, place) => {
    const scale = Math.max(1, Math.floor(Math.min(room.width / each.width, room.height / each.height, 12)));
    const left = Math.floor((width - each.width * scale) / 2);
    const top = Math.floor(((height - each.height * scale) / 2) * (place === 0 ? 1 : 1.9));
    for (let y = 0; y < each.height * scale; y++)
      for (let x = 0; x < each.width * scale; x++)
        if (each.isDark(Math.floor(x / scale), Math.floor(y / scale))) gray[(top + y) * width + left + x] = 0;
  });
  return { width, height, gray };
}

/**
 * A video of still pictures, for Chromium's fake camera, which plays it again and again: YUV4MPEG2, uncompressed.
 * @param each the barcodes of a second
 */
export function videoOf(...each: readonly (readonly Modules[])[]): Buffer {
  const size = { width: 1280, height: 720 };
  const colors = Buffer.alloc((size.width * size.height) / 2, 128);
  const frames = each.flatMap((drawn) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), pictureOf(drawn, size).gray, colors]);
    return Array.from({ length: FRAMES_A_SECOND }, () => frame);
  });
  const head = `YUV4MPEG2 W${size.width} H${size.height} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), ...frames]);
}

const FRAMES_A_SECOND = 10;
