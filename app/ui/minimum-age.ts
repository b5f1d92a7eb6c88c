/**
 * Returns the minimum age: the law's 21, or the higher age in the shop's settings. Used wherever a page shows the
 * number.
 */
import { createContext, useContext } from 'react';
import { MINIMUM_AGE } from '#kernel/age.ts';

export const MinimumAgeContext = createContext<number>(MINIMUM_AGE);

export function useMinimumAge(): number {
  return useContext(MinimumAgeContext);
}
