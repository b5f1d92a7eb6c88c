/** Renders cards in rows of equal height. */
import { CachedPart } from '#ui/cached-part.tsx';
import { useVeiled } from '#ui/veil.ts';
import type { ProductCardFacts } from '../product.ts';
import { type CardAction, type Mark, ProductCard } from './product-card.tsx';

/**
 * A small laptop fits two columns beside the filters, a wide screen three: the whole first row loads its
 * pictures early.
 */
const FIRST_ROW = 3;

export function ProductGrid({
  cards,
  action,
  urgent = false,
  columns = 'card-columns md:grid-cols-3',
  saysPerGram = false,
}: {
  cards: readonly ProductCardFacts[];
  action?: CardAction;
  /** Whether the first row is visible without scrolling. */
  urgent?: boolean;
  columns?: string;
  /** Whether the cards are sorted by price per gram. */
  saysPerGram?: boolean;
}) {
  return <CardList {...{ cards, action, urgent, saysPerGram }} className={`cards ${columns}`} />;
}

/** Renders the cards of a list in any layout. */
function CardList({
  cards,
  action,
  urgent: isUrgent = false,
  saysPerGram = false,
  className,
}: {
  cards: readonly ProductCardFacts[];
  action?: CardAction | undefined;
  urgent?: boolean;
  saysPerGram?: boolean;
  className: string;
}) {
  const isVeiled = useVeiled();
  const marks = action?.useMarks();
  return (
    <ul className={className}>
      {cards.map((product, place) => {
        const urgent = !isUrgent || place >= FIRST_ROW ? 'lazy' : place === 0 ? 'first' : 'eager';
        const key = product.id ?? `place-${place}`;
        const by: CardProps = { product, mark: marks?.(product) ?? null, urgent, saysPerGram };
        // The first picture is preloaded in the head of this very page, so its card is not cached.
        return urgent === 'first' && !isVeiled ? (
          <li key={key}>
            <Card {...by} action={action} />
          </li>
        ) : (
          <CachedPart key={key} as="li" name="card" part={Card} by={by} functions={{ action }} />
        );
      })}
    </ul>
  );
}

type CardProps = {
  product: ProductCardFacts;
  /** null where cards have no actions. */
  mark: Mark | null;
  urgent: 'first' | 'eager' | 'lazy';
  saysPerGram: boolean;
};

function Card({
  product,
  mark,
  urgent,
  saysPerGram,
  action,
}: CardProps & { action: CardAction | undefined }) {
  return (
    <ProductCard
      product={product}
      action={mark && action?.of(product, mark)}
      urgent={urgent}
      saysPerGram={saysPerGram}
    />
  );
}
