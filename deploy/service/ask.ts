/** What the commands print and ask. */
import { createInterface } from 'node:readline/promises';
import { textOf } from './read-machine.ts';
import { changesOf, Problem, type Step } from './step.ts';

export const say = (line: string): void => console.log(line);

/** Prints every step with what it changes. */
export function showSteps(steps: readonly Step[]): void {
  for (const [nth, { words, actions }] of steps.entries()) {
    say(`\n${nth + 1}. ${words}`);
    for (const action of actions) {
      const present = 'path' in action ? textOf(action.path) : undefined;
      for (const line of changesOf(action, present)) say(`     ${line}`);
    }
  }
}

/** Asks a question at the terminal. @throws Problem when no one is there to answer. */
export async function ask(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Problem(`No one can answer here. Add ${instead}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** @throws Problem unless the answer is yes */
export async function askYes(isAnswered: boolean): Promise<void> {
  if (isAnswered) return;
  const answer = await ask('\nType yes to do this: ', '--yes');
  if (answer.toLowerCase() !== 'yes') throw new Problem('Nothing was changed.');
}

/** Runs a command of this folder: a problem is a sentence, anything else a bug with its stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
