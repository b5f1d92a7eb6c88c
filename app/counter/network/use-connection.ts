/** What the pages of the counter read of the connection and of what waits on this tablet. */
import { useSyncExternalStore } from 'react';
import { CONNECTED, type Connection, connectionNow, onConnection } from './connection.ts';
import { type Held, heldNow, onHeld } from './waiting-actions.ts';

const NOTHING: Held = { waiting: [], refused: [] };

export const useConnection = (): Connection =>
  useSyncExternalStore(onConnection, connectionNow, () => CONNECTED);

export const useHeld = (): Held => useSyncExternalStore(onHeld, heldNow, () => NOTHING);
