/** Supervisors start the shop itself, without npm in between; their commands must match `npm start`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const start: string = JSON.parse(read('package.json')).scripts.start;

test('npm start leaves no shell between npm and the shop', () => {
  expect(start).toMatch(/^exec node /);
});

test('the systemd unit starts what npm start starts', () => {
  const command = /^ExecStart=(.*)$/m.exec(read('deploy/farmgate.service'))?.[1];
  expect(command).toBe(start.replace('exec node', '/opt/farmgate/node_modules/.bin/node'));
});

test('the container file starts what npm start starts', () => {
  const command: string[] = JSON.parse(/^CMD (.*)$/m.exec(read('deploy/Containerfile'))?.[1] ?? '[]');
  expect(command.join(' ')).toBe(start.replace('exec node', 'node_modules/.bin/node'));
});
