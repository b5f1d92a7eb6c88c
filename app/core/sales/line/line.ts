/**
 * The line at the counter: people who come for an order (P5), and people who buy there (W5). No number is given to a second
 * person of the day. Pure.
 */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { Lane } from '#kernel/statuses.ts';

/** The most registers of a store. */
export const MOST_REGISTERS = 12;
/** Minutes for which a called number stays on waiting screens. */
export const CALL_MINUTES = 10;
/** Letters that tell walk-ins apart. */
export const MOST_INITIALS = 4;

const letter: Readonly<Record<Lane, string>> = { pickup: 'P', 'walk-in': 'W' };

/** 'P5', 'W12': as people are called. */
export const lineLabel = (lane: Lane, number: number): string => `${letter[lane]}${number}`;

/** 'P5' of an arrival. */
export const pickupLabel = (number: number): string => lineLabel('pickup', number);

export const laneWords: Readonly<Record<Lane, { one: string; next: string }>> = {
  pickup: { one: 'pickup', next: 'Call next pickup' },
  'walk-in': { one: 'walk-in', next: 'Call next walk-in' },
};

/** Whole minutes in words: '12 min', '0 min'. @param now both in milliseconds since 1970 */
export function minutesWaited(now: number, since: number): string {
  return `${Math.max(0, Math.floor((now - since) / 60_000))} min`;
}

export type LineProblem =
  | Common<'not-allowed' | 'not-found'>
  /** No one of this lane is left to call. */
  | { kind: 'none-waits' }
  | { kind: 'too-many' }
  | { kind: 'name-taken' };

export function lineMessage(problem: LineProblem): string {
  switch (problem.kind) {
    case 'none-waits':
      return 'No one else is waiting.';
    case 'too-many':
      return `There are ${MOST_REGISTERS} registers already. Remove one first.`;
    case 'name-taken':
      return 'Another register has this name.';
    default:
      return commonMessage(problem, 'This number or register');
  }
}
