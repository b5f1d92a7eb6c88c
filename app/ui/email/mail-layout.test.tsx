import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type MailFrame, MailGreeting, MailLayout, MailParagraph } from './mail-layout.tsx';

const frame: MailFrame = {
  farmName: 'Two Branches Farm',
  licenseNumber: 'OCM-1',
  address: '1 River Road',
  phone: '607-555-0100',
  origin: 'https://shop.example',
  minimumAge: 21,
  warnings: null,
};

const mail = renderToStaticMarkup(
  <MailLayout frame={frame} title="Order ORD001 is reserved" preview="Tomorrow.">
    <MailGreeting name="Wren" />
    <MailParagraph>Pick it up tomorrow.</MailParagraph>
  </MailLayout>,
);

test('a mail’s header is logo and name, and the name also shows when pictures are blocked', () => {
  expect(mail).toMatch(
    /<img src="https:\/\/shop\.example\/icon-192\.png" alt=""[^>]*\/>\s*Two Branches Farm/,
  );
});

test('a mail greets by name, or without one where the address may be a stranger\u2019s', () => {
  expect(mail).toContain('Hello Wren,');
  expect(renderToStaticMarkup(<MailGreeting />)).toContain('Hello,');
});
