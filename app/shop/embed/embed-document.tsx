/** Renders the documents of the frame: the question about age, the menu, and the refusal. No script of the shop loads. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { FEW_LEFT } from '#core/goods/stock/stock.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { rememberAge, sourceOf, style, tellHeight } from './embed-parts.ts';
import type { EmbeddedMenu } from './embed-queries.server.ts';

export type Frame = {
  /** The origin of the page around it, which the owner has listed. */
  site: string;
  /** The shop's. */
  origin: string;
  settings: Settings;
  category: string | null;
};

export function gateFrame(frame: Frame): Response {
  const { store, compliance } = frame.settings;
  const { minimumAge, ageGateDays } = compliance;
  const at = `?${new URLSearchParams({ site: frame.site, ...(frame.category ? { category: frame.category } : {}) })}`;
  const answer = (age: string, label: string, className?: string) => (
    <form method="post" action={at} id={age}>
      <input type="hidden" name="age" value={age} />
      <button type="submit" className={className}>
        {label}
      </button>
    </form>
  );
  return respond(
    frame,
    [rememberAge(ageGateDays)],
    [
      <div className="gate" key="gate">
        <p className="soft">{store.name}</p>
        <h1>Are you {minimumAge} or older?</h1>
        <p className="soft">
          We are a licensed cannabis farm. New York law requires us to check that you are an adult before we
          show the menu.
        </p>
        {answer('of-age', `I am ${minimumAge} or older`, 'main')}
        {answer('under-age', `I am under ${minimumAge}`)}
        <p className="soft">Your answer is remembered on this device for {ageGateDays} days.</p>
      </div>,
    ],
  );
}

/** Nothing is stored. */
export function refusalFrame(frame: Frame): Response {
  const { minimumAge } = frame.settings.compliance;
  return respond(
    frame,
    [],
    [
      <div className="gate" key="refusal">
        <h1>This menu is for adults {minimumAge} and older.</h1>
        <p className="soft">Come back when you are {minimumAge}.</p>
      </div>,
    ],
  );
}

export function menuFrame(frame: Frame, { shelves, leftOut }: EmbeddedMenu): Response {
  const { origin, settings } = frame;
  return respond(
    frame,
    [],
    [
      <h1 key="name">Menu of {settings.store.name}</h1>,
      <p key="how" className="soft">
        Reserve online, pick up at the farm, pay cash. Each product opens in the shop, in a new tab.
      </p>,
      ...shelves.map(({ name, products }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {products.map((product) => (
              <Product key={product.id} product={product} origin={origin} />
            ))}
          </ul>
        </section>
      )),
      <p key="more">
        {shelves.length === 0 ? 'Nothing can be reserved right now. ' : null}
        <ShopLink href={`${origin}/products`}>
          {leftOut > 0 ? `${formatNumber(leftOut)} more in the shop` : 'Open the shop'}
        </ShopLink>
      </p>,
    ],
  );
}

function Product({ product, origin }: { product: ProductCardFacts; origin: string }) {
  const { id, name, size, picture, available, retailPrice, offer } = product;
  return (
    <li>
      <img src={pictureUrl(picture?.key ?? null, 320)} alt="" width={72} height={90} loading="lazy" />
      <div>
        <ShopLink href={`${origin}/products/${id}`}>{name}</ShopLink>
        <p className="soft">
          {[size, available <= FEW_LEFT ? 'Few left' : null].filter(Boolean).join(' · ')}
        </p>
        <p className="price">
          {formatCents(offer?.price ?? retailPrice)}
          {offer ? <del>{formatCents(retailPrice)}</del> : null}
        </p>
        {offer ? (
          <p className="soft">
            Until {offer.untilText}. {offer.terms}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** The page in the new tab cannot reach this one. */
function ShopLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="read"> (opens in a new tab)</span>
    </a>
  );
}

/** The law's words, below every document (docs/law.md, Warnings and wording). */
function Law({ store, warnings }: Settings) {
  return (
    <footer className="law">
      <b>{warnings.current}</b>
      {warnings.rotating.join(' ')} {warnings.hopelineText} Licensed in New York State: {store.licenseType},{' '}
      {store.licenseNumber}.
    </footer>
  );
}

function respond(frame: Frame, scripts: readonly string[], content: ReactNode): Response {
  const own = [...scripts, tellHeight];
  const page = renderToStaticMarkup(
    <html lang="en" data-site={frame.site}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Menu of ${frame.settings.store.name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, whose hash the policy names */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>{content}</main>
        <Law {...frame.settings} />
        {own.map((script) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, whose hash the policy names
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${page}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src ${sourceOf(style)}`,
        `script-src ${own.map(sourceOf).join(' ')}`,
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        `frame-ancestors ${frame.site}`,
      ].join('; '),
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    },
  });
}
