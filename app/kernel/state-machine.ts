/** States as data: which may follow which is a table, and questions about the table are asked here. */

/** A table of states. `S` is the union of their names. */
export type StateMachine<S extends string> = {
  /** Where things may begin. */
  readonly initial: readonly S[];
  readonly states: readonly S[];
  readonly transitions: Readonly<Record<S, readonly S[]>>;
  /** Whether the table allows the step. Staying where one is is not a step. */
  mayGo(from: S, to: S): boolean;
  /** Every state that can be reached from the initial ones, those included. */
  reachable(): ReadonlySet<S>;
};

function namesOf<S extends string>(transitions: Readonly<Record<S, readonly S[]>>): S[] {
  const names: S[] = [];
  for (const name in transitions) names.push(name);
  return names;
}

/** A machine from its table. */
export function defineMachine<S extends string>(table: {
  /** Where things begin: one state, or several where there are several ways in. */
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
