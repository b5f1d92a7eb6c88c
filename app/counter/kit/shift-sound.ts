/**
 * Plays the counter's tones, and knows whether a shift was started in this tab. Browsers play sound only after a press, so
 * the first press on any page of the counter opens it, also after a reload, which the shift outlives.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { onPageReturn } from '#ui/live/page-return.ts';

const SHIFT = 'counter-shift';
/** More than a day has. */
const MOST_SEEN = 500;

/** `silent`: the shift goes on after a reload, and no one has pressed anything since. */
export type ShiftState = 'off' | 'silent' | 'on';

let audio: AudioContext | null = null;
const listeners = new Set<() => void>();

/** @param seen the orders that need no chime */
export function startShift(seen: Iterable<string>): void {
  seeOrders(seen);
  openSound();
}

export function endShift(): void {
  sessionStorage.removeItem(SHIFT);
  tell();
}

/** The orders that were there when the shift started, or that someone has seen since. */
export const seenOrders = (): string[] => readSeen()?.split(',') ?? [];

export function seeOrders(numbers: Iterable<string>): void {
  sessionStorage.setItem(SHIFT, [...new Set(numbers)].slice(-MOST_SEEN).join());
}

export function openSound(): void {
  audio ??= new AudioContext();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

const readSeen = () => sessionStorage.getItem(SHIFT);

function stateNow(): ShiftState {
  if (readSeen() === null) return 'off';
  return audio ? 'on' : 'silent';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onPageReturn(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

export const useShift = (): ShiftState => useSyncExternalStore(subscribe, stateNow, () => 'off');

/** Opens the sound with the first press. */
export function useSound(): void {
  useEffect(() => {
    // Browsers count neither a scroll nor Escape as a press.
    const press = (event: Event) => {
      if (audio || !event.isTrusted || navigator.userActivation?.isActive === false) return;
      openSound();
    };
    addEventListener('click', press, true);
    addEventListener('keydown', press, true);
    return () => {
      removeEventListener('click', press, true);
      removeEventListener('keydown', press, true);
    };
  }, []);
}

/** Two soft tones, the second higher: a new order. */
export const chime = (): void => play('sine', [660, 880]);

/** One short, high tone: a scan was accepted. */
export const accept = (): void => play('sine', [1320]);

/** Two harsh tones, the second lower: this was refused. */
export const warn = (): void => play('square', [330, 220]);

/** Tones of 180 milliseconds, in hertz. Silent before the first press. */
function play(type: OscillatorType, tones: readonly number[]): void {
  if (!audio) return;
  for (const [place, hertz] of tones.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + place * 0.18;
    tone.type = type;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.45);
  }
}
