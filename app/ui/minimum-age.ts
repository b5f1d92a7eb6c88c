/** How old one has to be here: the law's 21, or what the shop's settings ask beyond it. Wherever a page says a number. */
import { createContext, useContext } from 'react';
import { MINIMUM_AGE } from '#kernel/age.ts';

export const MinimumAgeContext = createContext<number>(MINIMUM_AGE);

export function useMinimumAge(): number {
  return useContext(MinimumAgeContext);
}
