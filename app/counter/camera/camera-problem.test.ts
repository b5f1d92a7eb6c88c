import { expect, test } from 'vitest';
import { cameraMessage, cameraProblem } from './camera-problem.ts';

test.each([
  ['NotAllowedError', 'denied', 'Allow the camera in the browser’s settings, then press again.'],
  ['NotFoundError', 'no-camera', 'No camera was found on this device.'],
  ['OverconstrainedError', 'no-camera', 'No camera was found on this device.'],
  ['NotReadableError', 'busy', 'Close other apps that use it'],
  ['AbortError', 'busy', 'Close other apps that use it'],
  ['SecurityError', 'insecure', 'https'],
])('%s is %s', (name, problem, words) => {
  const read = cameraProblem(new DOMException('', name));
  expect(read).toBe(problem);
  expect(cameraMessage(read)).toContain(words);
});

test('what browsers throw without a known name is a camera that does not start', () => {
  for (const thrown of [new TypeError('x'), 'x', null, undefined]) expect(cameraProblem(thrown)).toBe('busy');
});
