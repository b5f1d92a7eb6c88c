/**
 * A worker that reads the codes in the camera's pictures: a page that reads them itself stops moving, and
 * its policy would have to allow WebAssembly. Pictures come in, codes go out; no picture is stored or sent.
 */
import { prepareZXingModule } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type Picture, readCodes, type Wanted } from './read-codes.ts';

/** A picture to read. */
export type Question = { picture: Picture; wanted: Wanted };
export type Answer = { kind: 'ready' } | { kind: 'failed' } | { kind: 'codes'; codes: string[] };

const say = (answer: Answer) => postMessage(answer);

addEventListener('message', async ({ data: { picture, wanted } }: MessageEvent<Question>) => {
  // A picture that cannot be read has no codes; the next one comes at once.
  say({ kind: 'codes', codes: await readCodes(picture, wanted).catch(() => []) });
});

// Without `locateFile` the library loads its module from a public CDN.
prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true }).then(
  () => say({ kind: 'ready' }),
  () => say({ kind: 'failed' }),
);
