/** Answers that must not tell by their pace whether an account exists. */

/** Longer than either way takes on a machine that is not overloaded. */
const ANSWER_AFTER_MS = 400;

/** Does the work and answers no sooner than after `milliseconds`, also when it fails. */
export async function atLeast<T>(work: () => Promise<T>, milliseconds = ANSWER_AFTER_MS): Promise<T> {
  const pause = new Promise<void>((resume) => setTimeout(resume, milliseconds));
  try {
    return await work();
  } finally {
    await pause;
  }
}
