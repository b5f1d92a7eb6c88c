/** Installs Debian packages that tests need and that npm does not have. */
import { execFileSync } from 'node:child_process';

/** @throws where there is no apt-get, no network, or no permission */
export function installPackages(...names: string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args];
    runQuietly(command, rest, 600_000);
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...names);
}

/** @param timeout in milliseconds @throws if it fails */
export function runQuietly(command: string, args: string[], timeout: number): void {
  execFileSync(command, args, {
    stdio: 'ignore',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
