/** Three readers of mail, of three authors, read the shop's mail as the same letter. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownScopes } from '#core/accounts/api-tokens/api-token.ts';
import { aToken } from '#tests/support/api.ts';
import { DEMO_CUSTOMER, demoPerson } from '#tests/support/demo-store.ts';
import { type JudgedShop, judge, openJudgedShop } from '#tests/support/judged-shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

type Letter = {
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  files: string[];
};

const PYTHON = `
import email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
defects = [str(each) for part in mail.walk() for each in part.defects]
defects += [str(each) for value in mail.values() for each in getattr(value, "defects", [])]
body = lambda kind: (mail.get_body((kind,)).get_content() if mail.get_body((kind,)) else "")
address = lambda name: mail[name].addresses[0].addr_spec if mail[name] else ""
print(json.dumps({"defects": defects, "letter": {
  "from": address("from"), "to": address("to"), "replyTo": address("reply-to"), "subject": str(mail["subject"]),
  "text": body("plain"), "html": body("html"),
  "files": [part.get_content_type() for part in mail.walk() if part.get_content_type() in ("text/calendar", "application/ics")],
}}))
`;
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const readers: Record<string, (source: string) => Promise<Letter>> = {
  async 'postal-mime'(source) {
    const mail = await PostalMime.parse(source);
    return {
      from: mail.from?.address ?? '',
      to: mail.to?.[0]?.address ?? '',
      replyTo: mail.replyTo?.[0]?.address ?? '',
      ...{ subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' },
      files: mail.attachments.map(({ mimeType }) => mimeType),
    };
  },
  async mailparser(source) {
    const mail = await judge('mailparser').simpleParser(source, {
      skipTextToHtml: true,
      skipImageLinks: true,
    });
    const address = (of: { value: { address: string }[] } | undefined) => of?.value[0]?.address ?? '';
    return {
      ...{ from: address(mail.from), to: address(mail.to), replyTo: address(mail.replyTo) },
      ...{ subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html || '' },
      files: mail.attachments.map(({ contentType }: { contentType: string }) => contentType),
    };
  },
  async python(source) {
    const read = JSON.parse(execFileSync('python3', ['-c', PYTHON], { input: source }).toString());
    expect(read.defects).toEqual([]);
    return read.letter;
  },
};

let shop: JudgedShop;
let peer: SmtpPeer;
beforeAll(async () => {
  peer = await openSmtpPeer();
  await peer.be('willing');
  shop = await openJudgedShop({ SMTP_URL: peer.url });
});
afterAll(async () => {
  await shop?.stop();
  await peer?.be('away');
});

test('mails of an order, of an account and of a password are one letter to all readers, with a reply to the farm', async () => {
  const customer = await demoPerson(shop.db, 'customer');
  const token = await aToken(shop.db, customer, {
    scopes: ownScopes,
    forStore: false,
  });
  const api = async (path: string, body?: object) => {
    const answer = await fetch(`${shop.origin}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const { days } = await api('/pickup-times');
  const free = days
    .flatMap(({ times }: { times: { starts_at: string; full: boolean }[] }) => times)
    .find(({ full }: { full: boolean }) => !full);
  const place = () =>
    api('/own/orders', {
      lines: [{ product_id: shop.shown.product, quantity: 1 }],
      pickup_starts_at: free.starts_at,
      again: true,
    });
  await place();
  await api(`/own/orders/${(await place()).number}/cancel`, {});
  const form = new URLSearchParams({ email: DEMO_CUSTOMER });
  await shop.ask('guest', '/forgot-password', {
    method: 'POST',
    body: form,
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  const toCustomer = () => peer.letters.filter(({ recipient }) => recipient === DEMO_CUSTOMER).length;
  await expect.poll(toCustomer, { timeout: 240_000 }).toBe(4);
  const subjects: string[] = [];
  for (const { source } of peer.letters) {
    const letters = await Promise.all(Object.values(readers).map((read) => read(source)));
    const [first, ...others] = letters.map((each) => ({
      ...each,
      text: plain(each.text),
      html: plain(each.html),
    }));
    for (const other of others) expect(other).toEqual(first);
    expect(first?.replyTo).toContain('@');
    expect(first?.text.length).toBeGreaterThan(20);
    expect(first?.html).toContain('<html');
    subjects.push(`${first?.subject} ${first?.files.join()}`.replaceAll(/ORD\d+/g, 'ORD'));
  }
  const invitation = 'text/calendar,application/ics';
  expect(subjects).toEqual(
    expect.arrayContaining([`Order ORD is reserved ${invitation}`, `Order ORD is canceled ${invitation}`]),
  );
});
