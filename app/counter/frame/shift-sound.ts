/**
 * Plays the counter's sounds. Browsers play sound only after a press, so 'Start shift' opens them; they stay open while
 * the person moves between pages of the counter.
 */
import { useSyncExternalStore } from 'react';

let audio: AudioContext | null = null;
const listeners = new Set<() => void>();

export function openSound(): void {
  audio ??= new AudioContext();
  tell();
}

export function closeSound(): void {
  void audio?.close();
  audio = null;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a shift was started on this device. */
export const useSoundIsOpen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => audio !== null,
    () => false,
  );

/** Two soft tones, the second higher: a new order. */
export const chime = (): void => play('sine', [660, 880]);

/** Two harsh tones, the second lower: this was refused. */
export const warn = (): void => play('square', [330, 220]);

/** Tones of 180 milliseconds, in hertz. Silent before a shift was started. */
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
