/** Supervisors start the shop itself, without npm in between; what they name must be what the shop has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
/** How `npm start` starts the shop. */
const start = /^ *(node .*server\/main\.js) &$/m.exec(read('server/supervise.sh'))?.[1] ?? '';

test('npm start leaves no other shell between npm and the one that supervises', () => {
  expect(JSON.parse(read('package.json')).scripts.start).toBe('exec sh server/supervise.sh');
  expect(start).not.toBe('');
});

test('the systemd unit starts what npm start starts, and starts it again for as long as it takes', () => {
  const unit = read('deploy/farmgate.service');
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1];
  expect(command).toBe(start.replace('node', '/opt/farmgate/node_modules/.bin/node'));
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

test('the container file starts what npm start starts', () => {
  const command: string[] = JSON.parse(/^CMD (.*)$/m.exec(read('deploy/Containerfile'))?.[1] ?? '[]');
  expect(command.join(' ')).toBe(start.replace('node', 'node_modules/.bin/node'));
});

test('containers are started again when they end', () => {
  for (const name of ['shop-1', 'shop-2', 'shop-3', 'database', 'proxy'])
    expect(composed.services[name].restart).toBe('unless-stopped');
  // Kubernetes starts the containers of a Deployment again; nothing here may change that.
  expect(kind('Deployment').spec.template.spec.restartPolicy ?? 'Always').toBe('Always');
  expect(read('deploy/Containerfile')).toContain('--restart unless-stopped');
});

test('the bench and the three instances start the shop with the flags of npm start', () => {
  const flags = start.split(' ').filter((word) => word.startsWith('--'));
  expect(flags).toEqual(['--max-semi-space-size=8']);
  for (const starter of ['bench/shop.ts', 'deploy/three-instances/instances.ts'])
    for (const flag of flags) expect(read(starter)).toContain(`'${flag}'`);
});

/** Every setting that the shop reads. */
const settings = new Set([
  'NODE_ENV',
  ...[...read('app/platform/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? ''),
]);
const paths = [...read('server/http/health.ts').matchAll(/app\.get\('(\/\w+)'/g)].map(([, path]) => path);

// biome-ignore lint/suspicious/noExplicitAny: files of a format that others define
type Parsed = any;
const kubernetes: Parsed[] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const kind = (name: string): Parsed => kubernetes.find((document) => document.kind === name);
const composed: Parsed = parse(read('deploy/compose.yaml'), { merge: true });

test('container files set nothing that the shop does not read', () => {
  expect(settings.size).toBeGreaterThan(30);
  const named = [
    ...Object.keys(kind('ConfigMap').data),
    ...Object.keys(kind('Secret').stringData),
    ...Object.keys(composed.services['shop-1'].environment),
  ];
  expect(named.filter((name) => !settings.has(name))).toEqual([]);
});

test('Kubernetes stops sending before an instance stops, and lets it finish', () => {
  const { spec } = kind('Deployment').spec.template;
  const [container] = spec.containers;
  const drain = Number(kind('ConfigMap').data.DRAIN_SECONDS);
  const { readinessProbe: ready, startupProbe, livenessProbe } = container;
  expect(paths).toContain(ready.httpGet.path);
  expect(startupProbe.httpGet.path).toBe(ready.httpGet.path);
  expect(drain).toBeGreaterThan(ready.failureThreshold * (ready.periodSeconds + ready.timeoutSeconds));
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 10);
  // Without its database the shop is not ready, and must not be restarted for it.
  expect(livenessProbe.httpGet).toBeUndefined();
  expect(kind('Deployment').spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
});

test('what Kubernetes refers to exists', () => {
  const { template, selector } = kind('Deployment').spec;
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(kind('Service').spec.selector).toEqual(selector.matchLabels);
  const [container] = template.spec.containers;
  const ports = container.ports.map(({ name }: { name: string }) => name);
  expect(ports).toContain(kind('Service').spec.ports[0].targetPort);
  expect(container.volumeMounts[0].mountPath).toBe(kind('ConfigMap').data.DATA_FOLDER);
  const names = new Set(kubernetes.map(({ kind: each, metadata }) => `${each} ${metadata.name}`));
  for (const { configMapRef, secretRef } of container.envFrom)
    expect(names).toContain(configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef.name}`);
  for (const { kind: each, metadata } of kubernetes)
    if (each !== 'Namespace') expect(metadata.namespace).toBe(kind('Namespace').metadata.name);
});

test('the composed shops stop in time, and the proxy knows them all', () => {
  const { services, networks, volumes } = composed;
  const shops = Object.keys(services).filter((name) => name.startsWith('shop-'));
  const caddy = read('deploy/Caddyfile');
  for (const name of shops) {
    expect(caddy).toContain(`${name}:3000`);
    expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThanOrEqual(
      services[name].environment.DRAIN_SECONDS + 10,
    );
    expect(services[name].environment.TRUSTED_PROXIES).toBe(networks.inside.ipam.config[0].subnet);
  }
  expect(shops).toHaveLength(3);
  expect(paths).toContain(/health_uri (\S+)/.exec(caddy)?.[1]);
  for (const service of Object.values<Parsed>(services))
    for (const volume of service.volumes) {
      const source = volume.split(':')[0];
      expect(source in volumes || source === './Caddyfile').toBe(true);
    }
});

/** Headers that the shop believes when a trusted proxy sends them. */
const believed = ['x-request-id', 'traceparent'];

test('no proxy passes on what a visitor could claim to be a proxy’s', () => {
  for (const header of believed)
    expect(`${read('server/run/http.ts')}${read('server/http/request-span.ts')}`).toContain(header);
  const nginx = read('deploy/three-instances/nginx.conf').toLowerCase();
  for (const header of believed)
    expect(nginx).toMatch(new RegExp(`proxy_set_header ${header} (?:""|\\$request_id);`));
  for (const name of ['deploy/Caddyfile', 'deploy/service/site.caddy'])
    for (const header of believed) expect(read(name).toLowerCase()).toContain(`header_up -${header}`);
});

test('nginx, PgBouncer and PostgreSQL keep their promises', () => {
  const nginx = read('deploy/three-instances/nginx.conf').replace(/#.*/g, '');
  expect(nginx).not.toContain('non_idempotent');
  expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
  const pooler = read('deploy/three-instances/pgbouncer.ini');
  expect(pooler).toContain('pool_mode = session');
  expect(read('deploy/three-instances/postgresql.conf')).toContain(
    "synchronous_standby_names = 'FIRST 1 (a, b)'",
  );
});
