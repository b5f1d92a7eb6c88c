/** Renders the selected lots in the form that puts them on sale: what each has, and fields for what it lacks. */
import { Link } from 'react-router';
import type { Drop } from '#core/goods/drops/drops-queries.server.ts';
import { dayLabel, papersLabel } from '#core/goods/stock/lots/lots.ts';
import { paperLabels } from '#office/lots/lot-form.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { MatchedCertificates } from './match-certificates.ts';
import { lotRowId, ownField, ownPapers } from './release-fields.ts';
import type { ChosenLot } from './waiting-lots-queries.server.ts';

type Props = {
  lots: readonly ChosenLot[];
  files: readonly Drop[];
  matched: MatchedCertificates;
  refusal: FormRefusal | undefined;
};

export function ReleaseLotRows({ lots, files, matched, refusal }: Props) {
  if (lots.length === 0) return null;
  return (
    <ol aria-label="Lots" className="flex flex-col gap-3">
      {lots.map((lot) => (
        <li
          key={lot.id}
          id={lotRowId(lot.id)}
          className="scroll-mt-20 rounded-surface bg-surface p-4 inset-ring inset-ring-line"
        >
          <LotHead lot={lot} hasFile={matched.proposed[lot.id] !== undefined} />
          <div className="mt-3 grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
            <CertificateChoice lot={lot} files={files} matched={matched} refusal={refusal} />
            {ownPapers
              .filter((name) => (name === 'expiresOn' ? lot.expiresOn === null : lot.lacks.includes(name)))
              .map((name) => (
                <Field
                  key={name}
                  // An empty field keeps the lot off sale, and refuses nothing.
                  required={name !== 'expiresOn'}
                  label={paperLabels[name]}
                  name={ownField(name, lot.id)}
                  type={name === 'expiresOn' ? 'date' : undefined}
                  inputMode={name.endsWith('BasisPoints') ? 'decimal' : undefined}
                  maxLength={100}
                  autoComplete="off"
                  defaultValue={refusal?.values[ownField(name, lot.id)] ?? ''}
                  errors={refusal?.errors[ownField(name, lot.id)]}
                />
              ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function LotHead({ lot, hasFile }: { lot: ChosenLot; hasFile: boolean }) {
  const onRecord = [
    lot.labName,
    lot.coaNumber && `Certificate ${lot.coaNumber}`,
    lot.totalThcBasisPoints !== null && `THC ${lot.totalThcBasisPoints / 100}%`,
    lot.totalCbdBasisPoints !== null && `CBD ${lot.totalCbdBasisPoints / 100}%`,
    lot.expiresOn && `Last day ${dayLabel(lot.expiresOn)}`,
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h3 className="min-w-0 text-base font-semibold wrap-anywhere">
        <Link to={`/admin/lots/${lot.id}`}>{lot.batchNumber}</Link>
      </h3>
      <span className="min-w-0 text-sm wrap-anywhere">
        {[lot.product, lot.size].filter(Boolean).join(', ')}
      </span>
      <span className="figures text-sm text-ink-soft">
        {lot.onHand} {lot.onHand === 1 ? 'unit' : 'units'}
      </span>
      {lot.lacks.length === 0 ? (
        <StatusBadge tone="green">Ready</StatusBadge>
      ) : (
        <span className="text-sm font-medium text-clay-700">Needs {papersLabel(lot.lacks)}</span>
      )}
      {hasFile ? <StatusBadge tone="green">Certificate matched</StatusBadge> : null}
      {onRecord.length > 0 ? (
        <p className="w-full text-sm text-ink-soft wrap-anywhere">On record: {onRecord.join(' · ')}</p>
      ) : null}
    </div>
  );
}

function CertificateChoice({
  lot: { id, batchNumber, certificate },
  files,
  matched,
  refusal,
}: Omit<Props, 'lots'> & { lot: ChosenLot }) {
  const name = ownField('file', id);
  const proposed = refusal?.values[name] ?? matched.proposed[id] ?? '';
  const usable = files.filter(({ key }) => key !== null);
  return (
    <div>
      <SelectField
        // A file that arrives and matches is chosen.
        key={proposed}
        label="Certificate (PDF)"
        name={name}
        defaultValue={proposed}
        errors={refusal?.errors[name]}
        hint={matched.doubts[id]}
      >
        <option value="">{certificate ? 'As on record' : 'None'}</option>
        {usable.map((file) => (
          <option key={file.id} value={file.id}>
            {file.name}
          </option>
        ))}
      </SelectField>
      {certificate ? (
        <a href={certificate} className="inline-flex min-h-11 items-center text-sm">
          Certificate on record<span className="sr-only"> of {batchNumber}</span>
        </a>
      ) : null}
    </div>
  );
}
