/**
 * The books equal a plain sum over what was handed over, whatever is sold, edited, discounted, taxed and refunded, at any
 * time of day, across both changes of the clock.
 */
import { test } from 'vitest';
import { compareBooks } from '#tests/support/books-stories.ts';

/** Twelve orders; the long suite has ten times as many. */
const RUNS = 2;

test('the books equal what was handed over and refunded, and the lists behind each figure, folded or not', () =>
  compareBooks(RUNS));
