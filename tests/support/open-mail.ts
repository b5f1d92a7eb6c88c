/**
 * Before each file of the tests of commands: mail that leaves for nowhere and stays readable. Files share workers, so
 * without this a file that opens none would pass or fail by what ran before it.
 */
import { openTestMail } from './mail.ts';

await openTestMail();
