/** What holds for every operation: tokens, errors, limits, repeats, pages, and the law's conditions. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { guideParts } from './contents.tsx';
import { Code } from './operation-section.tsx';

/** Runs as it is in a test. */
export const checking = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** \`body\` is the text as it came, before anything parses it. */
export function isFromTheStore(headers, body, secret) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const right = createHmac('sha256', key).update(signed).digest();
  return headers['webhook-signature'].split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}`;

export type GuideProps = {
  server: string;
  scopes: readonly { scope: string; words: string }[];
  limits: { requests: number; seconds: number; tokens: number };
  webhooks: readonly { type: string; summary: string }[];
};

const link = 'text-spruce-700 underline underline-offset-4';
const problem = `{
  "type": "about:blank",
  "title": "Unprocessable Entity",
  "status": 422,
  "detail": "Something is wrong here. Check what you entered.",
  "problem": "invalid",
  "errors": [{ "field": "lines.0.quantity", "message": "Too small" }]
}`;

export function Guide({ server, scopes, limits, webhooks }: GuideProps) {
  return (
    <div className="max-w-3xl space-y-12">
      <Part id="start">
        <p>
          Programs read the menu, keep inventory in step and place orders for pickup. All addresses begin with{' '}
          <Mono>{server}</Mono>. The same description, for generators of clients, is{' '}
          <a href="/api/v1/openapi.json" className={link}>
            openapi.json
          </a>{' '}
          (OpenAPI 3.1).
        </p>
        <p>
          Requests and answers are JSON. Amounts are whole US cents before tax unless a field says otherwise.
          Times are UTC; dates are of the store’s time zone. Fields that are not described here are refused.
        </p>
        <p>The examples read your token from the environment:</p>
        <Code label="Once, in your shell">export TOKEN=fg_live_…</Code>
      </Part>
      <Part id="tokens">
        <p>
          Send a token as <Mono>Authorization: Bearer fg_live_…</Mono>. It is shown once, expires, and can be
          revoked at any time. Keep it on a server: answers carry no CORS headers, so pages of other sites
          cannot use it.
        </p>
        <ul className="list-disc space-y-2 pl-5">
          <li>
            A token <b>of the store</b> reads and changes inventory and orders. An admin of the store creates
            it in the settings; ask the store for one.
          </li>
          <li>
            A token <b>of a customer</b> places and cancels that customer’s orders. Customers create theirs
            under{' '}
            <Link to="/security/api-tokens" className={link}>
              Security
            </Link>
            . Your program never sees a password.
          </li>
        </ul>
        <dl className="border-t border-line text-sm">
          {scopes.map(({ scope, words }) => (
            <div key={scope} className="gap-x-4 border-b border-line py-2 sm:flex">
              <dt className="w-44 shrink-0 font-mono font-semibold">{scope}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part id="errors">
        <p>
          A refusal is a problem document (RFC 9457) of type <Mono>application/problem+json</Mono>.{' '}
          <Mono>detail</Mono> is a sentence for people. <Mono>problem</Mono> is a word for programs that does
          not change. <Mono>errors</Mono> names the fields of a 422.
        </p>
        <Code label="Answer, 422">{problem}</Code>
        <p>
          What you may not see looks like what does not exist: both are a 404. After a 503, wait for the
          seconds of <Mono>Retry-After</Mono>. The header <Mono>X-Request-Id</Mono> of an answer helps us find
          it.
        </p>
      </Part>
      <Part id="limits">
        <p>
          Each token has {limits.requests} requests in {limits.seconds} seconds, and so has each address for
          the menu feed, which needs no token. Every answer says how many are left (<Mono>RateLimit</Mono>)
          and what the limit is (<Mono>RateLimit-Policy</Mono>). Above it, answers are a 429 with{' '}
          <Mono>Retry-After</Mono>. The store, and each customer, can have {limits.tokens} tokens.
        </p>
      </Part>
      <Part id="repeats">
        <p>
          An order needs an <Mono>Idempotency-Key</Mono>: a UUID that you make for each order and send again
          if an answer is lost. The same key with the same body answers with the same order. With another body
          it is refused with a 409.
        </p>
        <p>
          Changes of units and of an order’s status accept a key too. Sent again within two days, the same
          request changes nothing and gets the same answer; another one is refused with a 422. A refusal is
          not stored.
        </p>
        <p>
          A change of a status that is repeated changes nothing. Send the <Mono>version</Mono> you know, and a
          change based on old data is refused.
        </p>
      </Part>
      <Part id="pages">
        <p>
          Lists return <Mono>next</Mono>, the cursor of the next page, or null on the last one. Send it back
          as <Mono>cursor</Mono>, unchanged.
        </p>
        <p>
          Every answer to a GET has an <Mono>ETag</Mono>. Send it as <Mono>If-None-Match</Mono>, and an answer
          that has not changed is a 304 without a body.
        </p>
      </Part>
      <Part id="webhooks">
        <p>
          The store can tell your server what happens, instead of being asked. Give it an address that starts
          with https://; you get a secret, which begins with <Mono>whsec_</Mono>. Messages follow{' '}
          <a href="https://www.standardwebhooks.com" className={link}>
            Standard Webhooks
          </a>
          , so its libraries check them. Answer 2xx within ten seconds, and work afterwards.
        </p>
        <Code label="Checking a message, in JavaScript">{checking}</Code>
        <p>
          Refuse a <Mono>webhook-timestamp</Mono> that is more than five minutes off. For a day after the
          store made a new secret there are two signatures; one of them must be right. A message can come
          twice, with the same <Mono>webhook-id</Mono>, and after a newer one: compare <Mono>version</Mono> of
          an order. What fails is tried again for a day and a half; a 410 ends all messages.
        </p>
        <dl className="border-t border-line text-sm">
          {webhooks.map(({ type, summary }) => (
            <div key={type} className="gap-x-4 border-b border-line py-2 sm:flex">
              <dt className="w-44 shrink-0 font-mono font-semibold">{type}</dt>
              <dd>{summary}</dd>
            </div>
          ))}
        </dl>
        <p>
          The body has <Mono>type</Mono>, <Mono>timestamp</Mono> and <Mono>data</Mono>: an Order, the
          ProductDetails, a ProductGone, a StockChange or a Recall, as described below. No name of a person is
          in it.
        </p>
      </Part>
      <Part id="age">
        <p>
          Show the menu only to people who have affirmed that they are old enough, together with{' '}
          <Mono>warning</Mono> and the store’s license number. Products come in the order of their numbers,
          which favors none: sort by what your visitors choose, never by payment. Do not promote potency, and
          make no claims about health.
        </p>
        <p>
          A program cannot state a person’s birth date or show an ID. Orders are handed over at the store, to
          the person, for cash.
        </p>
      </Part>
    </div>
  );
}

function Part({ id, children }: { id: (typeof guideParts)[number][0]; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {guideParts.find(([each]) => each === id)?.[1]}
      </h2>
      <div className="measure space-y-4">{children}</div>
    </section>
  );
}

function Mono({ children }: { children: string }) {
  return <code className="font-mono text-[0.92em] wrap-anywhere">{children}</code>;
}
