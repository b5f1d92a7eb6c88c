/** The actor of a request: set by the HTTP layer, read by loaders and actions. */
import { createContext } from 'react-router';
import { type Actor, guest } from './actor.ts';

export const actorContext = createContext<Actor>(guest);
