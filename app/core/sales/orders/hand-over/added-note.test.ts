import { expect, test } from 'vitest';
import { addedNoteMessage, withNote } from './added-note.ts';

const added = { text: 'Comes by the side door', by: 'Kim Reyes', time: '5:02 PM' };

test('a note from the counter goes below what others wrote, with its time and name', () => {
  expect(withNote('', added)).toBe('5:02 PM, Kim Reyes: Comes by the side door');
  expect(withNote('Fragile', added)).toBe('Fragile\n5:02 PM, Kim Reyes: Comes by the side door');
});

test('the same line twice is one, and a full note takes no more', () => {
  const once = withNote('', added) ?? '';
  expect(withNote(once, added)).toBe(once);
  expect(withNote('x'.repeat(990), added)).toBeNull();
});

test('each refusal says what to do', () => {
  for (const kind of ['not-found', 'empty', 'too-long', 'full'] as const)
    expect(addedNoteMessage({ kind })).toMatch(/\.$/);
});
