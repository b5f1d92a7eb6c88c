/** Whether this process serves the demo store, whose facts are the shipped sample. Set at the start. */
import { singleton } from './singleton.ts';

const current = singleton<{ isDemo: boolean }>('demo store');

export function openDemoStore(isDemo: boolean): void {
  current.set({ isDemo });
}

/** A process that was not told counts as a real shop. */
export const isDemoStore = (): boolean => current.get()?.isDemo ?? false;
