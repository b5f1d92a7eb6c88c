/** The passphrase of backups that the shop makes. */
import { randomInt } from 'node:crypto';

/** No letters and digits that look alike on paper. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 6;
const GROUP = 4;

const group = () => Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** 'k7mq-…': 24 signs of 31, about 119 bits. */
export const newPassphrase = (): string => Array.from({ length: GROUPS }, group).join('-');
