/** Defines why the camera does not work, and what staff can do about it. */

export type CameraProblem =
  /** The person or the browser refused the camera. */
  | 'denied'
  | 'no-camera'
  /** Another app uses it, or it does not start. */
  | 'busy'
  /** The page has no HTTPS, so the browser offers no camera. */
  | 'insecure'
  /** It stopped while it was used, such as one that was unplugged. */
  | 'stopped'
  /** The code that reads barcodes did not arrive, or does not run here. */
  | 'no-reader';

const byName: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  SecurityError: 'insecure',
};

/** @param thrown by `getUserMedia`; what has no case of its own is a camera that does not start */
export function cameraProblem(thrown: unknown): CameraProblem {
  const name = thrown instanceof Error ? thrown.name : '';
  return byName[name] ?? 'busy';
}

export function cameraMessage(problem: CameraProblem): string {
  switch (problem) {
    case 'denied':
      return 'Allow the camera in the browser’s settings, then press again.';
    case 'no-camera':
      return 'No camera was found on this device. Scan with a scanner, or type the code.';
    case 'busy':
      return 'The camera does not start. Close other apps that use it, then press again.';
    case 'insecure':
      return 'Browsers allow the camera only at an https address. Open the counter there.';
    case 'stopped':
      return 'The camera stopped. Press again to start it.';
    case 'no-reader':
      return 'The camera’s reader could not be loaded. Check the network, then press again.';
  }
}
