/** Renders a QR code. Dark on white in every theme, because scanners need it. */

type Props = {
  /** Squares per side, and the outline of the dark ones in those units. */
  size: number;
  path: string;
  /** What the code is, for people who do not see it. */
  label: string;
};

export function QrCode({ size, path, label }: Props) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-48 rounded-control border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
