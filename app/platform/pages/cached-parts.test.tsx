import { createContext, type ReactNode, useContext, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CachedPart } from '#ui/cached-part.tsx';
import { drawWithCachedParts } from './cached-parts.ts';

/** The cache outlives a test, so each test has its own parts. */
let parts = 0;
const aName = () => `part-${++parts}`;

const draw = (page: ReactNode) =>
  drawWithCachedParts(() => renderToString(page))
    .toBuffer()
    .toString();

/** Renders the page as a browser would, without the cache, and then twice as the server does. */
function expectSameAlways(page: () => ReactNode): void {
  const plain = renderToString(page());
  expect([draw(page()), draw(page())]).toEqual([plain, plain]);
}

test('a part that has been drawn is not drawn again, and the page is the same to the byte', () => {
  const name = aName();
  const drawn = vi.fn();
  const Card = ({ of }: { of: string }) => {
    drawn(of);
    return <p title={of}>{of} & more</p>;
  };
  const page = () => (
    <ul>
      {['a', 'b', 'a'].map((of, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves
        <CachedPart key={place} as="li" className="card" name={name} by={[of]}>
          {() => <Card of={of} />}
        </CachedPart>
      ))}
    </ul>
  );
  const plain = renderToString(page());
  drawn.mockClear();
  expect(draw(page())).toBe(plain);
  expect(drawn).toHaveBeenCalledTimes(3);
  expect(draw(page())).toBe(plain);
  expect(drawn).toHaveBeenCalledTimes(3);
});

test('what is drawn of something else is drawn anew', () => {
  const name = aName();
  const page = (by: unknown, words: string) => (
    <CachedPart name={name} by={[by]}>
      {() => <b>{words}</b>}
    </CachedPart>
  );
  expect(draw(page({ price: 1 }, 'one'))).toContain('one');
  expect(draw(page({ price: 2 }, 'two'))).toContain('two');
  expect(draw(page({ price: 1 }, 'kept'))).toContain('one');
});

test('parts of words, of nothing and of parts come out as without', () => {
  const [words, nothing, outer, inner] = [aName(), aName(), aName(), aName()];
  expectSameAlways(() => (
    <main>
      before
      <CachedPart name={words} by={[]}>
        {() => ['<b>', ' & ', 1]}
      </CachedPart>
      <CachedPart name={nothing} by={[]}>
        {() => null}
      </CachedPart>
      <CachedPart name={outer} by={[]}>
        {() => (
          <>
            <i>first</i>
            <CachedPart name={inner} by={[]}>
              {() => '● two bytes'}
            </CachedPart>
            last
          </>
        )}
      </CachedPart>
      after
    </main>
  ));
});

test('a part in which React made an id, or whose picture the page asks for ahead, is not kept', () => {
  const [withId, withPicture] = [aName(), aName()];
  const Labelled = ({ words }: { words: string }) => <p id={useId()}>{words}</p>;
  const page = (words: string) => (
    <main>
      <CachedPart name={withId} by={[]}>
        {() => <Labelled words={words} />}
      </CachedPart>
      <CachedPart name={withPicture} by={[]}>
        {() => <img src="/a.jpg" alt={words} />}
      </CachedPart>
    </main>
  );
  draw(page('first'));
  const second = draw(page('second'));
  expect(second).not.toContain('first');
  expect(second).toContain('second');
  expect(second).toContain('<link rel="preload" as="image" href="/a.jpg"/>');
});

test('a picture that the page does not ask for ahead is kept with its part, and nothing of it comes into the head', () => {
  const name = aName();
  const drawn = vi.fn();
  const Frame = () => {
    drawn();
    return (
      <picture>
        <img src="/b.jpg" alt="" />
      </picture>
    );
  };
  expectSameAlways(() => (
    <CachedPart name={name} by={[]}>
      {() => <Frame />}
    </CachedPart>
  ));
  // Once without the cache, and once to fill it.
  expect(drawn).toHaveBeenCalledTimes(2);
});

test('a part sees the contexts of its page, also after a page that failed', () => {
  const name = aName();
  const Age = createContext(0);
  const Words = () => <b>{useContext(Age)}</b>;
  const page = (age: number) => (
    <Age value={age}>
      <CachedPart name={name} by={[age]}>
        {() => <Words />}
      </CachedPart>
    </Age>
  );
  const Broken = (): ReactNode => {
    throw new Error('broken');
  };
  expect(() => draw(<Broken />)).toThrow('broken');
  expect(renderToString(page(18))).toBe('<div><b>18</b></div>');
  expect([draw(page(21)), draw(page(25)), draw(page(21))]).toEqual(
    [21, 25, 21].map((age) => `<div><b>${age}</b></div>`),
  );
});
