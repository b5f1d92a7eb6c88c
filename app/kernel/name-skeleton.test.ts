/** Tests which names look equal. */
import { expect, test } from 'vitest';
import { nameSkeleton } from './name-skeleton.ts';

test.each([
  ['Ora Owner', 'ora  owner'],
  ['Ora Owner', 'ORA-OWNER.'],
  ['Ora Owner', 'Óra Ownér'],
  ['Ora Owner', 'Оrа Оwnеr'],
  ['Ora Owner', 'Ora Own\u200Ber'],
  ['Ora Owner', 'Ora Οwner'],
  ['Ora Owner', '0ra Owner'],
  ['Ora Owner', 'Ｏｒａ Ｏｗｎｅｒ'],
  ['Ora Owner', 'Ora Ovvner'],
  ['Ian Reed', 'lan Reed'],
  ['Bill Ames', 'Bi11 Arnes'],
  ['Hanna Bay', 'Наnnа Вау'],
  ['Łukasz Søren', 'Lukasz Soren'],
])('%s and %s look equal', (one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other));
});

test.each([
  ['Ora Owner', 'Ora Owens'],
  ['Ana Reyes', 'Ana Reyes-Ford'],
  ['Ben Ford', 'Ken Ford'],
  ['王芳', '王方'],
])('%s and %s do not', (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
});
