/** Tests ordering pictures without scripts, and the messages of refusals. */
import { expect, test } from 'vitest';
import { movePicture, pictureMessage } from './picture-limits.ts';

const three = [{ id: 1 }, { id: 2 }, { id: 3 }];
const after = (move: string) => movePicture(three, move).map(({ id }) => id);

test.each([
  ['up:2', [2, 1, 3]],
  ['down:2', [1, 3, 2]],
  ['up:1', [1, 2, 3]],
  ['down:3', [1, 2, 3]],
  ['out:2', [1, 3]],
  ['out:9', [1, 2, 3]],
  ['', [1, 2, 3]],
])('the move ‘%s’ leaves %j', (move, left) => expect(after(move)).toEqual(left));

test('a picture that could not be stored has the specification’s message for the page it was chosen on', () => {
  expect(pictureMessage({ kind: 'not-stored' }, 'row')).toBe('Upload failed');
  expect(pictureMessage({ kind: 'not-stored' }, 'page')).toBe('Image upload failed');
  expect(pictureMessage({ kind: 'not-recorded' }, 'page')).toBe('Failed to update image URL');
});
