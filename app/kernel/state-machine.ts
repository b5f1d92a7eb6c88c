/**
 * Defines state machines as data: a table says which state may follow which, and these functions answer questions about
 * it.
 */

/** A table of states. `S` is the union of their names. */
export type StateMachine<S extends string> = {
  /** The possible initial states. */
  readonly initial: readonly S[];
  readonly states: readonly S[];
  readonly transitions: Readonly<Record<S, readonly S[]>>;
  /** Whether the table allows the transition. Staying in the same state is not a transition. */
  mayGo(from: S, to: S): boolean;
  /** Every state reachable from the initial states, including those. */
  reachable(): ReadonlySet<S>;
};

function namesOf<S extends string>(transitions: Readonly<Record<S, readonly S[]>>): S[] {
  const names: S[] = [];
  for (const name in transitions) names.push(name);
  return names;
}

/** Builds a state machine from its table. */
export function defineMachine<S extends string>(table: {
  /** The initial state, or several when there are several ways in. */
  readonly initial: NoInfer<S> | readonly NoInfer<S>[];
  readonly transitions: Readonly<Record<S, readonly NoInfer<S>[]>>;
}): StateMachine<S> {
  const { transitions } = table;
  const initial: readonly S[] = typeof table.initial === 'string' ? [table.initial] : table.initial;
  return {
    initial,
    transitions,
    states: namesOf<S>(transitions),
    mayGo: (from, to) => transitions[from].includes(to),
    reachable() {
      const seen = new Set<S>(initial);
      for (const state of seen) for (const next of transitions[state]) seen.add(next);
      return seen;
    },
  };
}
