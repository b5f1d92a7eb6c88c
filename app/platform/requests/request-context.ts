/** Request data that the HTTP layer passes to every loader and action, besides the actor. */
import { createContext } from 'react-router';

export type RequestInfo = {
  /** Identifies this request in the log and on error pages. */
  id: string;
  /** The client's address, from the socket or a trusted proxy; never from a header that a client can write. */
  clientAddress: string;
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** The public origin, for mail links and canonical URLs. */
  origin: string;
  /** Whether this visitor has affirmed being 21 or older (the age gate's cookie). */
  ageAffirmed: boolean;
};

export const requestInfo = createContext<RequestInfo>();
