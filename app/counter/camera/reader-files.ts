/** Names the files that read barcodes, for a tablet that stores them. */
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import worker from './read-pictures.worker.ts?worker&url';

export const readerFiles: readonly string[] = [worker, wasm];
