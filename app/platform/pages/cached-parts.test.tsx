import { type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CachedPart } from '#ui/cached-part.tsx';
import { MinimumAgeContext, useMinimumAge } from '#ui/minimum-age.ts';
import { useVeiled, VeilContext } from '#ui/veil.ts';
import { renderWithCachedParts } from './cached-parts.ts';

/** The cache outlives a test, so each test has its own parts. */
let parts = 0;
const aName = () => `part-${++parts}`;

const render = (page: ReactNode) =>
  renderWithCachedParts(() => renderToString(page))
    .toBuffer()
    .toString();

/** Renders the page as a browser would, without the cache, and then twice as the server does. */
function expectSameAlways(page: () => ReactNode): void {
  const plain = renderToString(page());
  expect([render(page()), render(page())]).toEqual([plain, plain]);
}

test('a cached part does not render again, and the page stays identical to the byte', () => {
  const name = aName();
  const rendered = vi.fn();
  const Card = ({ of }: { of: string }) => {
    rendered(of);
    return <p title={of}>{of} & more</p>;
  };
  const page = () => (
    <ul>
      {['a', 'b', 'a'].map((of, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves
        <CachedPart key={place} as="li" className="card" name={name} part={Card} by={{ of }} />
      ))}
    </ul>
  );
  const plain = renderToString(page());
  rendered.mockClear();
  expect(render(page())).toBe(plain);
  expect(rendered).toHaveBeenCalledTimes(3);
  expect(render(page())).toBe(plain);
  expect(rendered).toHaveBeenCalledTimes(3);
});

test('a part with other properties renders again', () => {
  const name = aName();
  const Price = ({ price }: { price: { cents: number } }) => <b>{price.cents}</b>;
  const page = (cents: number) => <CachedPart name={name} part={Price} by={{ price: { cents } }} />;
  expect([1, 2, 1].map((cents) => render(page(cents)))).toEqual(
    [1, 2, 1].map((cents) => `<div><b>${cents}</b></div>`),
  );
});

test('a property missing from the key, or one that JSON would lose, does not compile', () => {
  const Card = (_: { product: string; mark: string | null }) => null;
  const Day = (_: { day: Date }) => null;
  const Link = (_: { hrefOf: (page: number) => string }) => null;
  // @ts-expect-error: the card also depends on the mark
  expect(<CachedPart name="card" part={Card} by={{ product: 'haze' }} />).toBeTruthy();
  // @ts-expect-error: a date is not data
  expect(<CachedPart name="day" part={Day} by={{ day: new Date(0) }} />).toBeTruthy();
  // @ts-expect-error: neither is a function
  expect(<CachedPart name="link" part={Link} by={{ hrefOf: String }} />).toBeTruthy();
});

test('handlers and components reach the part without being in its key', () => {
  const name = aName();
  const Button = ({ of, onPress, mark }: { of: string; onPress: () => void; mark: () => ReactNode }) => (
    <button type="button" onClick={onPress}>
      {of}
      {mark()}
    </button>
  );
  expectSameAlways(() => (
    <CachedPart
      name={name}
      part={Button}
      by={{ of: 'a' }}
      functions={{ onPress: () => undefined, mark: () => <i /> }}
    />
  ));
});

test('text, empty parts and nested parts are the same as without the cache', () => {
  const [words, nothing, outer, inner] = [aName(), aName(), aName(), aName()];
  const Words = () => ['<b>', ' & ', 1];
  const Nothing = () => null;
  const Inner = () => '● two bytes';
  const Outer = () => (
    <>
      <i>first</i>
      <CachedPart name={inner} part={Inner} by={{}} />
      last
    </>
  );
  expectSameAlways(() => (
    <main>
      before
      <CachedPart name={words} part={Words} by={{}} />
      <CachedPart name={nothing} part={Nothing} by={{}} />
      <CachedPart name={outer} part={Outer} by={{}} />
      after
    </main>
  ));
});

test('a part with an id from React or a preloaded picture is not cached', () => {
  const [withId, withPicture] = [aName(), aName()];
  let words = 'first';
  const Labelled = () => <p id={useId()}>{words}</p>;
  const Pictured = () => <img src="/a.jpg" alt={words} />;
  const page = () => (
    <main>
      <CachedPart name={withId} part={Labelled} by={{}} />
      <CachedPart name={withPicture} part={Pictured} by={{}} />
    </main>
  );
  render(page());
  words = 'second';
  const second = render(page());
  expect(second).not.toContain('first');
  expect(second).toContain('second');
  expect(second).toContain('<link rel="preload" as="image" href="/a.jpg"/>');
});

test('a picture without preload is cached with its part and adds nothing to the head', () => {
  const name = aName();
  const rendered = vi.fn();
  const Frame = () => {
    rendered();
    return (
      <picture>
        <img src="/b.jpg" alt="" />
      </picture>
    );
  };
  expectSameAlways(() => <CachedPart name={name} part={Frame} by={{}} />);
  // Once without the cache, and once to fill it.
  expect(rendered).toHaveBeenCalledTimes(2);
});

test('the minimum age and the age gate are in every key, also after a page that failed', () => {
  const name = aName();
  const Words = () => <b>{`${useMinimumAge()} ${useVeiled() ? 'veiled' : 'open'}`}</b>;
  const page = (age: number, isVeiled: boolean) => (
    <MinimumAgeContext value={age}>
      <VeilContext value={isVeiled}>
        <CachedPart name={name} part={Words} by={{}} />
      </VeilContext>
    </MinimumAgeContext>
  );
  const Broken = (): ReactNode => {
    throw new Error('broken');
  };
  expect(() => render(<Broken />)).toThrow('broken');
  expect(renderToString(page(18, false))).toBe('<div><b>18 open</b></div>');
  expect([
    render(page(21, false)),
    render(page(25, false)),
    render(page(21, true)),
    render(page(21, false)),
  ]).toEqual(['21 open', '25 open', '21 veiled', '21 open'].map((words) => `<div><b>${words}</b></div>`));
});
