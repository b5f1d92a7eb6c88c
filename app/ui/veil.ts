/**
 * Tells whether the page rendered behind the age gate. Nothing behind it is visible yet, so its pictures wait and leave
 * the bandwidth to visible content.
 */
import { createContext, useContext } from 'react';

export const VeilContext = createContext(false);

export function useVeiled(): boolean {
  return useContext(VeilContext);
}
