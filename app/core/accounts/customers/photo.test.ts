import { expect, test } from 'vitest';
import { checkPhotoSize, photoMessage } from './photo.ts';

test('a license photo too small to read is refused, and a face may be smaller', () => {
  expect(checkPhotoSize('license', { width: 480, height: 300 })).toMatchObject({ ok: true });
  expect(checkPhotoSize('profile', { width: 64, height: 64 })).toMatchObject({ ok: true });
  const dot = checkPhotoSize('license', { width: 1, height: 1 });
  expect(dot.ok ? '' : photoMessage(dot.problem)).toBe(
    'Upload failed: This picture is too small (1 × 1 pixels). Take a new photo of your license, close enough to read it.',
  );
  expect(checkPhotoSize('license', { width: 2000, height: 299 })).toMatchObject({ ok: false });
});
