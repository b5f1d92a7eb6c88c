/**
 * Whether the page was drawn beneath the age gate. Nothing beneath it is seen yet, so pictures there wait
 * instead of taking the line from what is.
 */
import { createContext, useContext } from 'react';

export const VeilContext = createContext(false);

export function useVeiled(): boolean {
  return useContext(VeilContext);
}
