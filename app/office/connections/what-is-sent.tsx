/** Says in plain words what the shop reports and when. */
export function WhatIsSent() {
  return (
    <>
      <p className="mb-2">
        From then on the shop reports to Metrc by itself, in the order in which it happened:
      </p>
      <ul className="mb-2 list-disc space-y-1 pl-5">
        <li>Each sale, soon after its hand-over: packages, units and amounts before tax. No customer.</li>
        <li>
          Refunds, as changes of their sale. A whole order that comes back before its day is closed voids it.
        </li>
        <li>Counts, damage, samples, theft, waste and returns, as adjustments with the reasons below.</li>
        <li>Packages that are empty, as finished.</li>
        <li>When you close a day, its sales, as final.</li>
      </ul>
      <p>
        Sales never wait for Metrc. What Metrc refuses becomes a task under State Tracking. Deliveries are
        still accepted in Metrc by a person.
      </p>
    </>
  );
}
