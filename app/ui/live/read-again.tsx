/** Loads a page's data again when Back shows the page as it was left: who is signed in may have changed since. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { onPageReturn } from './page-return.ts';

/** Use once, around every page. */
export function ReadAgain(): null {
  const { revalidate } = useRevalidator();
  useEffect(() => onPageReturn(() => void revalidate()), [revalidate]);
  return null;
}
