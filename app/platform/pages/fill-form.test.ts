import { expect, test } from 'vitest';
import { fillForm } from './fill-form.ts';

const note = (value: string) =>
  `<form method="post" action="/orders/1"><textarea name="note">${value}</textarea><button name="intent" value="note">Save</button></form>`;

test('a form is filled as it was typed: text, lines, switches and choices', () => {
  const page = `<main><form method="post"><input type="hidden" name="version" value="2"/><input name="name" value="Old &amp; new"/><textarea name="note"></textarea><input type="checkbox" name="news" checked=""/><input type="radio" name="kind" value="a" checked=""/><input type="radio" name="kind" value="b"/><select name="role"><option value="user" selected="">User</option><option value="staff">Staff</option></select></form></main>`;
  const filled = fillForm(
    page,
    {
      action: '/profile',
      fields: [
        ['version', '1'],
        ['name', '"Robin" <&>'],
        ['note', '\nTwo\nlines </textarea>'],
        ['kind', 'b'],
        ['role', 'staff'],
      ],
    },
    '/profile',
  );
  expect(filled).toBe(
    `<main><form method="post"><input type="hidden" name="version" value="1" data-typed=""><input name="name" value="&quot;Robin&quot; &lt;&amp;&gt;" data-typed=""><textarea name="note" data-typed="">\n\nTwo\nlines &lt;/textarea&gt;</textarea><input type="checkbox" name="news" data-typed=""><input type="radio" name="kind" value="a" data-typed=""><input type="radio" name="kind" value="b" checked="" data-typed=""><select name="role" data-typed=""><option value="user">User</option><option value="staff" selected="">Staff</option></select></form></main>`,
  );
});

test('of several forms the one is filled that was pressed, and the folds around it are opened', () => {
  const row = (id: string) =>
    `<details class="x"><summary>Row</summary><form method="post" action="/users"><input type="hidden" name="userId" value="${id}"/><input name="reason"/></form></details>`;
  const filled = fillForm(
    row('1') + row('2'),
    {
      action: '/users',
      fields: [
        ['userId', '2'],
        ['reason', 'Left'],
      ],
    },
    '/users',
  );
  expect(filled).toBe(
    row('1') +
      row('2')
        .replace('class="x"', 'class="x" open=""')
        .replace('<input name="reason"/>', '<input name="reason" value="Left" data-typed="">'),
  );
});

test('a closed fold in the form is opened where something was typed in it, and stays closed otherwise', () => {
  const fold = (name: string) =>
    `<details class="${name}"><summary>More</summary><input type="hidden" name="key" value="old"/><input type="checkbox" name="${name}" value="3"/></details>`;
  const filled = fillForm(
    `<form method="post"><input name="name" value="Same"/>${fold('one')}${fold('two')}</form>`,
    {
      action: '/offers',
      fields: [
        ['name', 'Same'],
        ['two', '3'],
        ['key', 'first'],
        ['key', 'second'],
      ],
    },
    '/offers',
  );
  expect(filled).toContain('<details class="one"><summary>');
  expect(filled).toContain('<details class="two" open=""><summary>');
  expect(filled).toContain('<input type="checkbox" name="two" value="3" checked="" data-typed="">');
});

test('fields outside their form belong to it by its id', () => {
  const page = '<form id="f" method="post"></form><input form="f" name="q"/><input name="q"/>';
  expect(fillForm(page, { action: '/x', fields: [['q', 'typed']] }, '/x')).toBe(
    '<form id="f" method="post"></form><input form="f" name="q" value="typed" data-typed=""><input name="q"/>',
  );
});

test('nothing is filled in a form that sends elsewhere, that saves itself, or in secrets and scripts', () => {
  const typed = {
    action: '/orders/1',
    fields: [
      ['note', 'Mine'],
      ['password', 'x'],
    ] as [string, string][],
  };
  expect(fillForm(note(''), { ...typed, action: '/orders/2' }, '/orders/1')).toBeNull();
  expect(fillForm(note('').replace('post', 'get'), typed, '/orders/1')).toBeNull();
  expect(fillForm(note('').replace('<form', '<form data-saves-itself=""'), typed, '/')).toBeNull();
  expect(fillForm(note('Mine'), typed, '/orders/1')).toBeNull();
  expect(fillForm(`<script>${note('')}</script>`, typed, '/orders/1')).toBeNull();
  expect(
    fillForm('<form method="post"><input type="password" name="password"/></form>', typed, '/orders/1'),
  ).toBeNull();
});
