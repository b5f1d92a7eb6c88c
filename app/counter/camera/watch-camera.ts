/**
 * Watches the camera: its picture in a video element, its codes to the page. Pictures go from the camera to a canvas to
 * our worker, all on this device. Browser only.
 */
import { type CameraProblem, cameraProblem } from './camera-problem.ts';
import type { Wanted } from './read-codes.ts';
import type { Answer, Question } from './read-pictures.worker.ts';
import ReadPictures from './read-pictures.worker.ts?worker';

/** Ten pictures in a second, fewer while one takes longer to read. Milliseconds. */
const EVERY = 100;
/** Pixels of the longer side: a license fills 3 of them for each bar, and a slow tablet reads it in half a second. */
const LONGEST_SIDE = 1600;

export type Watching = {
  video: HTMLVideoElement;
  wanted: Wanted;
  /** null for the one at the back. */
  device: string | null;
  /** The picture moves, and codes are read. */
  onStart(devices: { here: string; all: readonly string[] }): void;
  onCodes(codes: readonly string[]): void;
  onProblem(problem: CameraProblem): void;
};

/** @returns what stops the camera, also one that is still starting */
export function watchCamera(watching: Watching): () => void {
  const { video } = watching;
  let isStopped = false;
  let stream: MediaStream | null = null;
  let next: ReturnType<typeof setTimeout> | undefined;
  const reader = new ReadPictures();

  const stop = () => {
    isStopped = true;
    clearTimeout(next);
    removeEventListener('pagehide', stop);
    reader.terminate();
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const fail = (problem: CameraProblem) => {
    if (isStopped) return;
    stop();
    watching.onProblem(problem);
  };
  // A page that the browser stores for 'Back' releases the camera.
  addEventListener('pagehide', stop);

  const canvas = document.createElement('canvas');
  let askedAt = 0;
  const read = () => {
    if (isStopped) return;
    askedAt = performance.now();
    const picture = pictureOf(video, canvas);
    if (picture === null) next = setTimeout(read, EVERY);
    else reader.postMessage({ picture, wanted: watching.wanted } satisfies Question, [picture.data.buffer]);
  };
  const ready = new Promise<void>((resolve) => {
    reader.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (isStopped) return;
      if (data.kind === 'failed') return fail('no-reader');
      if (data.kind === 'ready') return resolve();
      watching.onCodes(data.codes);
      next = setTimeout(read, Math.max(0, askedAt + EVERY - performance.now()));
    };
    reader.onerror = () => fail('no-reader');
  });

  const start = async () => {
    // Browsers leave it out at an address without HTTPS.
    if (!navigator.mediaDevices) return fail('insecure');
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wishes(watching.device) });
    // Stopped while the browser asked the person.
    if (isStopped) return stop();
    for (const track of stream.getVideoTracks()) track.onended = () => fail('stopped');
    video.srcObject = stream;
    await video.play();
    await ready;
    if (isStopped) return;
    watching.onStart(await devicesOf(stream));
    read();
  };
  start().catch((thrown: unknown) => fail(cameraProblem(thrown)));
  return stop;
}

function wishes(device: string | null): MediaTrackConstraints {
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  return device === null
    ? { ...size, facingMode: { ideal: 'environment' } }
    : { ...size, deviceId: { exact: device } };
}

/** Browsers name the cameras once one is allowed. */
async function devicesOf(stream: MediaStream): Promise<{ here: string; all: readonly string[] }> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  return {
    here: stream.getVideoTracks()[0]?.getSettings().deviceId ?? '',
    all: cameras.map(({ deviceId }) => deviceId),
  };
}

/** null before the camera has its first picture. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (drawing === null) return null;
  drawing.drawImage(video, 0, 0, width, height);
  return drawing.getImageData(0, 0, width, height);
}
