/**
 * `npm run install-service` on a Debian of its own, with systemd, Caddy and the shop: installed, installed again, used,
 * uninstalled. The machine is compared file by file with what it was.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import {
  boot,
  type Container,
  makeRoot,
  makeTree,
  removeRoot,
  whyNoContainer,
} from '../support/debian-container.ts';
import { seen } from '../support/seen.ts';

const checkout = join(import.meta.dirname, '../..');
const why = whyNoContainer();
if (why !== null) console.info(`Left out: ${why}.`);

const DOMAIN = 'shop.localhost';

/** Milliseconds. Debian's packages come over the network. */
const LONGEST_MAKING = 1_200_000;

/** What no one compares: logs and caches, what apt downloaded, and copies that passwd and dpkg make of their files. */
const PASSING = [
  ...[
    '/proc',
    '/sys',
    '/dev',
    '/run',
    '/tmp',
    '/var/tmp',
    '/root',
    '/opt/farmgate',
    '/var/log',
    '/var/cache',
  ],
  ...[
    '/var/lib/apt',
    '/var/lib/dpkg',
    '/var/lib/systemd',
    '/etc/.pwd.lock',
    '/etc/machine-id',
    '/etc/ld.so.cache',
  ],
  ...['passwd-', 'group-', 'shadow-', 'gshadow-', 'subuid-', 'subgid-'].map((name) => `/etc/${name}`),
];

describe.skipIf(why !== null)('a Debian of its own', () => {
  let root: string;
  let machine: Container;
  const inShop = (script: string) =>
    machine.run(`cd /opt/farmgate && node_modules/.bin/node deploy/service/${script}`);
  const ask = (path: string, options = '') =>
    machine.run(`curl --silent --insecure --include --max-time 20 ${options} 'https://${DOMAIN}${path}'`)
      .text;

  /** Every file, folder and link with its mode, owner and content, the packages, and the units. */
  const snapshot = (): string[] => {
    const prune = PASSING.map((path) => `-path ${path}`).join(' -o ');
    const listed = machine.run(
      `find / -xdev \\( ${prune} \\) -prune -o -printf '%M %U:%G %p %l\\n'; ` +
        `find / -xdev \\( ${prune} \\) -prune -o -type f -exec sha256sum {} +; ` +
        'dpkg --get-selections; systemctl list-unit-files --no-legend',
    );
    return listed.text.split('\n').sort();
  };
  const changes = (before: readonly string[], after: readonly string[]) => ({
    gone: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  });

  let before: string[];
  let installed: string[];

  beforeAll(async () => {
    await ensureBuilt(checkout, console.info);
    root = makeRoot();
    makeTree(root, {
      packages: ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'curl', 'iproute2'],
      downloads: ['caddy', 'unattended-upgrades'],
    });
    machine = await boot(root, { [checkout]: '/opt/farmgate' });
    machine.run(`echo '127.0.0.1 localhost ${DOMAIN}' > /etc/hosts`);
    before = snapshot();
  }, LONGEST_MAKING);
  afterAll(async () => {
    await machine?.stop();
    removeRoot(root);
  });

  test('what is wrong is said before anything changes', () => {
    expect(inShop('install.ts --yes --domain elsewhere.example').text).toContain('does not exist yet');
    expect(inShop(`install.ts --dry-run --domain ${DOMAIN}`).text).toContain('This was a dry run');
    expect(changes(before, snapshot())).toEqual({ gone: [], added: [] });
  });

  test('one command makes the shop a service that visitors reach through Caddy', () => {
    const { code, text } = inShop(`install.ts --yes --updates --domain ${DOMAIN}`);
    expect(`${code} ${text}`).toMatch(/^0 /);
    const [link = ''] = text.match(/\/set-up\?token=\S+/) ?? [];
    expect(ask(link)).toMatch(/^HTTP\/2 200/);
    const page = ask('/');
    expect(page).toMatch(/^HTTP\/2 503/);
    expect(page.match(/^strict-transport-security: /gm)).toHaveLength(1);
    expect(page).not.toMatch(/^server: /m);
    for (const path of ['/readyz', '/metrics']) expect(ask(path)).toMatch(/^HTTP\/2 404/);
    expect(machine.run(`curl --silent --include http://${DOMAIN}/`).text).toContain(
      `Location: https://${DOMAIN}/`,
    );
    installed = snapshot();
  });

  test('systemd finds nothing wrong with the unit, and the shop cannot write elsewhere', () => {
    expect(machine.run('systemd-analyze verify /etc/systemd/system/farmgate.service')).toEqual({
      code: 0,
      text: '',
    });
    const pid = machine.run('systemctl show --property MainPID --value farmgate').text.trim();
    const tryTo = (path: string) =>
      machine.run(`nsenter --target=${pid} --mount runuser -u farmgate -- touch ${path}/trial`).code === 0;
    expect(tryTo('/var/lib/farmgate')).toBe(true);
    expect(tryTo('/var/backups/farmgate')).toBe(true);
    expect(['/opt/farmgate', '/etc', '/var/lib', '/root', '/home'].filter(tryTo)).toEqual([]);
    machine.run('rm /var/lib/farmgate/trial /var/backups/farmgate/trial');
  });

  test('a second run changes nothing', () => {
    expect(inShop('install.ts --yes').text).toContain('Nothing to do');
    expect(changes(installed, snapshot()).gone.filter((line) => !line.includes('/farmgate'))).toEqual([]);
  });

  test('the shop backs itself up with its own settings', () => {
    expect(inShop('in-service.ts backup').text).toMatch(/Backup \d{8}T/);
    expect(inShop('in-service.ts backup --check latest').text).toContain('Checked: ');
    expect(inShop('in-service.ts doctor').text).toMatch(/^OK +Backup/m);
  });

  test('a killed shop is started again', async () => {
    machine.run('systemctl kill --signal=KILL --kill-whom=main farmgate');
    await expect.poll(() => ask('/'), { timeout: 60_000 }).toMatch(/^HTTP\/2 503[\s\S]*Not open yet/);
  });

  test('uninstalling leaves the data and the backups, to root, and nothing else', () => {
    const { text } = inShop('uninstall.ts --yes');
    expect(text).toMatch(/\/var\/lib\/farmgate: the data/);
    expect(text).toMatch(/\/var\/backups\/farmgate: the backups \(the last whole one: \d{4}-/);
    const { gone, added } = changes(before, snapshot());
    expect(gone).toEqual([]);
    const own = /^\S+ 0:0 \/(?:etc\/farmgate|var\/lib\/farmgate|var\/backups\/farmgate)|^[0-9a-f]{64} {2}/;
    expect(added.filter((line) => !own.test(line) || !line.includes('/farmgate'))).toEqual([]);
  });

  test('installed again, it has its data; deleted with its name, the machine is what it was', () => {
    const again = inShop(`install.ts --yes`);
    expect(`${again.code} ${again.text}`).toMatch(/^0 /);
    expect(inShop('in-service.ts backup --check latest').text).toContain('Checked: ');
    expect(inShop('uninstall.ts --yes --delete-data other.example').text).toContain('Nothing was changed');
    machine.run('rm -r /var/backups/farmgate/*');
    expect(inShop(`uninstall.ts --yes --delete-data ${DOMAIN}`).code).toBe(0);
    expect(changes(before, snapshot())).toEqual({ gone: [], added: [] });
    seen('own-machine', `0 of ${before.length} files, packages and units differ`);
  });
});
