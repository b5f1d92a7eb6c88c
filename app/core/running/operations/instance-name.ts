import { hostname } from 'node:os';

/** What people and rows call a process of this machine: 'counter-pc (4121)'. '%' is any, in a pattern of SQL. */
export const nameOf = (pid: number | '%'): string => `${hostname()} (${pid})`;
