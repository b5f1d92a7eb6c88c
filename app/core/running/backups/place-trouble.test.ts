import { expect, test } from 'vitest';
import { folderTrouble } from './place-trouble.ts';

test.each([
  ['ENOSPC', 'is on a full disk; free some space there.'],
  ['EDQUOT', 'is on a full disk'],
  ['EROFS', 'is mounted read-only'],
  ['EACCES', 'cannot be written to by this user'],
  ['EIO', 'cannot be written to (EIO)'],
])('a folder that answers %s says what to do', (code, words) => {
  const error = Object.assign(new Error('at /mnt/secret-path'), { code });
  expect(folderTrouble('The folder /mnt/disk', error)).toContain(words);
});
