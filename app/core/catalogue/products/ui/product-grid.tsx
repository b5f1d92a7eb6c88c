/** Cards in rows of equal height. */
import { CachedPart } from '#ui/cached-part.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { useVeiled } from '#ui/veil.ts';
import { type PackedCard, unpackCard } from '../../packed-card.ts';
import { type CardAction, ProductCard } from './product-card.tsx';

/** Two columns fit beside the filters on a small laptop, three on a wide screen: no row is left without its pictures. */
const FIRST_ROW = 3;

export function ProductGrid({
  cards,
  action,
  urgent = false,
  columns = 'card-columns md:grid-cols-3',
  saysPerGram = false,
}: {
  cards: readonly PackedCard[];
  action?: CardAction;
  /** Whether the first row is seen without scrolling. */
  urgent?: boolean;
  columns?: string;
  /** Whether the cards stand in the order of what a gram costs. */
  saysPerGram?: boolean;
}) {
  return (
    <CardList
      {...{ cards, action, urgent, saysPerGram }}
      className={`grid gap-x-4 gap-y-10 sm:gap-x-6 ${columns}`}
    />
  );
}

/** The cards of a list, however it is laid out. */
export function CardList({
  cards,
  action,
  urgent = false,
  saysPerGram = false,
  className,
}: {
  cards: readonly PackedCard[];
  action?: CardAction | undefined;
  urgent?: boolean;
  saysPerGram?: boolean;
  className: string;
}) {
  const [minimumAge, isVeiled] = [useMinimumAge(), useVeiled()];
  const marks = action?.useMarks();
  return (
    <ul className={className}>
      {cards.map((packed, place) => {
        const product = unpackCard(packed);
        const urgency = !urgent || place >= FIRST_ROW ? 'lazy' : place === 0 ? 'first' : 'eager';
        const key = product.id ?? `place-${place}`;
        const card = () => (
          <ProductCard
            product={product}
            action={action?.of(product)}
            urgent={urgency}
            saysPerGram={saysPerGram}
          />
        );
        // The picture that is fetched before all else is asked for in the head of this very page.
        if (urgency === 'first' && !isVeiled) return <li key={key}>{card()}</li>;
        const by = [
          packed,
          urgency,
          urgency !== 'lazy' && isVeiled,
          minimumAge,
          marks?.(product),
          saysPerGram,
        ];
        return (
          <CachedPart key={key} as="li" name="card" by={by}>
            {card}
          </CachedPart>
        );
      })}
    </ul>
  );
}
