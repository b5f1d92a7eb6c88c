/** Renders the filters as form fields (specification section 2, 'Catalogue'). */
import type { ReactNode } from 'react';
import type { CatalogueFacets } from '#core/goods/catalogue/catalogue-facets.ts';
import { asTyped, type CatalogueFilter, HIGHEST_MG } from '#core/goods/catalogue/catalogue-filter.ts';
import { productTypeLabel, STRAIN_TYPES, strainLabel } from '#core/goods/catalogue/search/strain.ts';
import { formatNumber } from '#kernel/number.ts';
import { CachedPart } from '#ui/cached-part.tsx';
import { controlClass } from '#ui/field.tsx';
import { PriceRange } from './price-range.tsx';

type FieldsProps = {
  filter: CatalogueFilter;
  facets: CatalogueFacets;
  /** Called when the shopper chooses an option. */
  onChoose: () => void;
  /** Called while the shopper types or drags. */
  onType: () => void;
  isWaiting: () => boolean;
};

export function FilterFields({ filter, facets, ...handlers }: FieldsProps) {
  const chosen: CatalogueFilter = { ...filter, q: '', exact: false, sort: null, page: 1 };
  return (
    <CachedPart
      className="space-y-8"
      name="filters"
      part={Fields}
      by={{ filter: chosen, facets }}
      functions={handlers}
    />
  );
}

function Fields({ filter, facets, onChoose, onType, isWaiting }: FieldsProps) {
  const isMixed = new Set(facets.categories.map(({ isCannabis }) => isCannabis)).size > 1;
  const shelfProps = { chosen: filter.category, onChoose };
  return (
    <>
      <PriceRange
        minPrice={filter.minPrice}
        maxPrice={filter.maxPrice}
        prices={facets.price}
        onSettle={onType}
        isWaiting={isWaiting}
      />

      <Group legend="Strain type">
        {zerosLast(STRAIN_TYPES.map((type) => ({ type, count: facets.strains[type] }))).map(
          ({ type, count }) => (
            <Choice
              key={type}
              type="checkbox"
              name="strain"
              value={type}
              chosen={filter.strains.includes(type)}
              count={count}
              onChoose={onChoose}
            >
              {strainLabel(type)}
            </Choice>
          ),
        )}
      </Group>

      <Range legend="THC content">
        <Amount name="thcMin" label="From %" value={asTyped(filter.minThc)} highest={100} onType={onType} />
        <Amount name="thcMax" label="To %" value={asTyped(filter.maxThc)} highest={100} onType={onType} />
      </Range>

      <Range
        legend="THC per package"
        hint="For products labeled in milligrams. 1000 mg means 1000 mg and up."
      >
        <Amount
          name="mgMin"
          label="From mg"
          value={String(filter.minMg)}
          highest={HIGHEST_MG}
          onType={onType}
        />
        <Amount
          name="mgMax"
          label="To mg"
          value={String(filter.maxMg)}
          highest={HIGHEST_MG}
          onType={onType}
        />
      </Range>

      <Group legend="Availability">
        <Choice
          type="checkbox"
          name="stock"
          value="1"
          chosen={filter.inStock}
          count={facets.inStock}
          onChoose={onChoose}
        >
          In stock
        </Choice>
      </Group>

      <Group legend="Category">
        <Choice type="radio" name="category" value="" chosen={filter.category === null} onChoose={onChoose}>
          All Categories
        </Choice>
        {isMixed ? (
          <>
            <Group legend="Cannabis" isInner>
              <Shelves shelves={facets.categories.filter(({ isCannabis }) => isCannabis)} {...shelfProps} />
            </Group>
            <Group legend="Farm store" isInner>
              <Shelves shelves={facets.categories.filter(({ isCannabis }) => !isCannabis)} {...shelfProps} />
            </Group>
          </>
        ) : (
          <Shelves shelves={facets.categories} {...shelfProps} />
        )}
        {/* Few shoppers need it beside the categories, so it is folded while nothing is chosen. */}
        <details className="mt-3" open={filter.type !== null}>
          <summary className="flex min-h-11 items-center text-sm font-semibold">Product type</summary>
          <Group legend="Product type" isInner>
            <Choice type="radio" name="type" value="" chosen={filter.type === null} onChoose={onChoose}>
              All Types
            </Choice>
            {zerosLast(facets.types).map(({ type, count }) => (
              <Choice
                key={type}
                type="radio"
                name="type"
                value={type}
                chosen={filter.type === type}
                count={count}
                onChoose={onChoose}
              >
                {productTypeLabel(type)}
              </Choice>
            ))}
          </Group>
        </details>
      </Group>
    </>
  );
}

/** Choices that would show nothing come last; the others stay in their order. */
function zerosLast<T extends { count: number }>(choices: readonly T[]): T[] {
  return choices.toSorted((one, other) => Number(one.count === 0) - Number(other.count === 0));
}

function Range({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">{children}</div>
      {hint ? <p className="figures mt-1.5 text-xs text-ink-soft">{hint}</p> : null}
    </fieldset>
  );
}

function Group({
  legend,
  isInner = false,
  children,
}: {
  legend: string;
  /** A part of another group. */
  isInner?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={isInner ? 'mt-3' : undefined}>
      <legend className={isInner ? 'text-xs text-ink-soft' : 'mb-1.5 text-sm font-semibold'}>{legend}</legend>
      {children}
    </fieldset>
  );
}

function Shelves({
  shelves,
  chosen,
  onChoose,
}: {
  shelves: CatalogueFacets['categories'];
  /** The selected option's slug. */
  chosen: string | null;
  onChoose: () => void;
}) {
  return zerosLast(shelves).map(({ slug, name, count }) => (
    <Choice
      key={slug}
      type="radio"
      name="category"
      value={slug}
      chosen={chosen === slug}
      count={count}
      onChoose={onChoose}
    >
      {name}
    </Choice>
  ));
}

function Choice({
  type,
  name,
  value,
  chosen,
  count,
  onChoose,
  children,
}: {
  type: 'radio' | 'checkbox';
  name: string;
  value: string;
  chosen: boolean;
  count?: number;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="choice">
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={chosen}
        onChange={onChoose}
        className="size-4.5 shrink-0 accent-spruce-700"
      />
      {children}
      {count === undefined ? null : (
        <span
          className={`figures ml-auto text-xs font-normal text-ink-soft ${count === 0 ? 'opacity-80' : ''}`}
        >
          {formatNumber(count)}
        </span>
      )}
    </label>
  );
}

function Amount(props: { name: string; label: string; value: string; highest: number; onType: () => void }) {
  return (
    <label className="block text-xs text-ink-soft">
      {props.label}
      <input
        type="number"
        name={props.name}
        inputMode="decimal"
        min={0}
        max={props.highest}
        step="any"
        defaultValue={props.value}
        onChange={props.onType}
        className={`${controlClass} figures mt-1`}
      />
    </label>
  );
}
