/** Like `books.db.test.ts`, with more orders. */
import { test } from 'vitest';
import { compareBooks } from '#tests/support/books-stories.ts';

const RUNS = 20;

test('the books equal what was handed over and refunded, and the lists behind each figure, folded or not', () =>
  compareBooks(RUNS));
