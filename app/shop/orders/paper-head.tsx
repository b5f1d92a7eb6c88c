/** Whose paper it is. Only on paper: on screen the shop's own frame says it. */

export type PaperPlace = { name: string; address: string; phone: string };

export function PaperHead({ place }: { place: PaperPlace }) {
  return (
    <div className="hidden print:block">
      <p className="font-display text-2xl">{place.name}</p>
      <p className="figures text-sm">
        {place.address} · {place.phone}
      </p>
    </div>
  );
}
