/**
 * Renders the farm's mark: two branches that merge into one. Decoration beside the name, so it has no text alternative.
 */
export function Mark({ className = 'size-8', onDark = false }: { className?: string; onDark?: boolean }) {
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeWidth="9"
    >
      <path className={onDark ? 'stroke-white' : 'stroke-spruce-700'} d="M17 10C20 34 46 38 50 62V92" />
      <path className="stroke-ochre-400" d="M83 10C80 34 54 38 50 62" />
    </svg>
  );
}
