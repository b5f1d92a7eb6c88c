/** What the HTTP layer tells every loader and action about the request, besides who is asking. */
import { createContext } from 'react-router';

export type RequestInfo = {
  /** Names this request in the log and on error pages. */
  id: string;
  /** The client's address, from the socket or a trusted proxy; never from a header a client can write. */
  clientAddress: string;
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** The origin people reach us at; mail links and canonical URLs begin with it. */
  origin: string;
  /** Whether this visitor has affirmed being 21 or older (the age gate's cookie). */
  ageAffirmed: boolean;
};

export const requestInfo = createContext<RequestInfo>();
