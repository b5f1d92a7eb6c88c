/**
 * `npm run doctor`: looks at everything the shop needs, while it runs or not, and prints one line for each. Exit code 1
 * if something is a problem. `--json` prints the same for programs. It sends nothing, changes nothing and prints no
 * secret.
 */
import { parseArgs } from 'node:util';
import { exitCodeOf, report } from '#core/running/operations/doctor/finding.ts';
import { doctorFindings } from './doctor-findings.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const found = await doctorFindings(process.env);
const isOk = exitCodeOf(found) === 0;
console.log(values.json ? JSON.stringify({ ok: isOk, findings: found }, null, 2) : report(found));
process.exitCode = exitCodeOf(found);
