/** Renders the store's name, address and phone number for print only: on screen the shop's frame shows them. */

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
