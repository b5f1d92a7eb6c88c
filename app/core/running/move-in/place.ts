/** Names where a move reads, for people and for comparison: never with a user or a password. */

/** 'postgres://host:5432/shop' */
export function placeOfUrl(url: string): string {
  const { protocol, hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'this machine';
  return `${protocol}//${decodeURIComponent(host)}${port ? `:${port}` : ''}${pathname}`;
}
