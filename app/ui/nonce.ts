/** Returns the CSP nonce during server rendering; undefined in the browser, which hides nonces anyway. */
import { createContext, useContext } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
