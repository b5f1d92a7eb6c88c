/**
 * Before the tests of commands: passwords, PINs and passphrases are hashed at almost no cost, because hashing took more
 * than half of what the tests of identity and backups take. Hashes of the first release are stored in tests and keep
 * their cost. What a hash costs is tested beside the hashing, and the application under test hashes at full cost.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';

const LEAST = 2;
/** Marks a worker that has been set up: it runs several files. */
const DONE = Symbol.for('farmgate cheap hashing');

/** Without options for a hash of another system. */
type Task = { options?: { N: number; r: number } };
type Sent = { tasks?: Task[] };

/** The cost of passwords since decision 73. */
const isCurrent = ({ options }: Task): boolean => options?.r === 8;

if (!(DONE in Worker.prototype)) {
  Object.defineProperty(Worker.prototype, DONE, { value: true });
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message: Sent, ...rest) {
    const tasks = message.tasks?.map((task) =>
      isCurrent(task) ? { ...task, options: { ...task.options, N: LEAST } } : task,
    );
    postMessage.call(this, tasks ? { ...message, tasks } : message, ...rest);
  };
  const { scrypt } = crypto;
  crypto.scrypt = ((password, salt, bytes, options: object, done) =>
    scrypt(password, salt, bytes, { ...options, N: LEAST }, done)) as typeof scrypt;
  syncBuiltinESMExports();
}
