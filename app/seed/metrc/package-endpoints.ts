/** Endpoints about packages, their tests and their Retail Item IDs. */
import { z } from 'zod';
import {
  type Call,
  type Door,
  type Endpoint,
  found,
  list,
  NOT_FOUND,
  read,
  refused,
  write,
} from './endpoint.ts';
import {
  adjust,
  adjustmentRow as adjustmentSchema,
  finish,
  finishRow,
  locationRow,
  move,
  note,
  noteRow,
  unfinish,
  unfinishRow,
} from './package-rules.ts';
import type { Dated } from './page.ts';
import { allPackages, type MetrcPackage } from './records.ts';
import { adjustmentRow, labResultRow, packageRow } from './rows.ts';

const VIEW: Door = { needs: ['View Packages'] };
const MANAGE: Door = { needs: ['Manage Packages Inventory'] };
const RETAIL_ID: Door = { needs: ['Manage RetailId'], flag: 'CanReceiveAssociateProductLabel' };
const LICENSE = ['licenseNumber'];

const isActive = ({ faults }: Call, each: MetrcPackage) =>
  each.finishedDate === null && !each.isInTransit && !(each.isOnHold && faults.traps.holdLeavesActive);

/** The packages of the license that fit, as rows. */
function packages(call: Call, fits: (found: MetrcPackage) => boolean): Dated[] {
  return Object.values(call.state.packages)
    .filter((each) => each.license === call.license && fits(each))
    .map((each) => ({ at: each.lastModified, row: () => packageRow(each, call.zone) }));
}

function labelled({ state, license }: Call, label: string): MetrcPackage | null {
  const stored = state.packages[label];
  return stored?.license === license ? stored : null;
}

function onePackage(call: Call, stored: MetrcPackage | null | undefined) {
  return stored ? found(packageRow(stored, call.zone)) : NOT_FOUND;
}

const lists: Endpoint[] = [
  list('/packages/v2/active', VIEW, { windowed: true }, (call) =>
    packages(call, (each) => isActive(call, each)),
  ),
  list('/packages/v2/inactive', VIEW, { windowed: true }, (call) =>
    packages(call, ({ finishedDate }) => finishedDate !== null),
  ),
  list('/packages/v2/onhold', VIEW, { windowed: true }, (call) => packages(call, ({ isOnHold }) => isOnHold)),
  list('/packages/v2/intransit', VIEW, { windowed: true }, (call) =>
    packages(call, ({ isInTransit }) => isInTransit),
  ),
  list('/packages/v2/adjustments', VIEW, { windowed: true }, ({ state, license }) =>
    state.adjustments
      .filter((each) => each.license === license)
      .map((each) => ({ at: each.lastModified, row: () => adjustmentRow(state, each) })),
  ),
  list('/packages/v2/adjust/reasons', { needs: [] }, {}, ({ state }) =>
    state.adjustReasons.map(({ name, requiresNote }) => ({
      at: '',
      row: () => ({
        Name: name,
        RequiresNote: requiresNote,
        RequiresWasteWeight: false,
        RequiresImmatureWasteWeight: false,
        RequiresMatureWasteWeight: false,
      }),
    })),
  ),
  list('/labtests/v2/results', VIEW, { query: ['packageId'] }, ({ state, license, query }) => {
    const id = Number(query.get('packageId'));
    const tested = allPackages(state).find((each) => each.id === id && each.license === license);
    return tested
      ? state.labResults
          .filter(({ packageId }) => packageId === id)
          .map((result) => ({ at: '', row: () => labResultRow(result, tested) }))
      : [];
  }),
];

/** Every state that a test can have. */
const TEST_STATES = [
  'NotSubmitted',
  'SubmittedForTesting',
  'TestFailed',
  'TestPassed',
  'TestingInProgress',
  'AwaitingConfirmation',
  'RetestFailed',
  'RetestPassed',
  'Remediated',
  'SelectedForRandomTesting',
  'NotRequired',
];

/** The smallest file that readers take for a certificate. */
const CERTIFICATE = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\n' +
    'xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \n' +
    'trailer<</Size 4/Root 1 0 R>>\nstartxref\n164\n%%EOF\n',
);

/** The Retail Item IDs of a package, as a receiver reads them. */
function receive(stored: MetrcPackage | null | undefined) {
  if (!stored) return NOT_FOUND;
  return found({
    Eaches: stored.codes.map((code) => `id.1a4.com/${code}`),
    SiblingTags: [],
    RequiresVerification: false,
    Ranges: [[stored.codes.length]],
    QrCount: stored.codes.length,
    ChildTag: stored.label,
    LabelSource: 'RetailId',
  });
}

const labelsBody = z.object({ packageLabels: z.array(z.string()) });

function codesInfo(call: Call) {
  const asked = labelsBody.safeParse(call.body);
  if (!asked.success) return refused(400, 'The packageLabels field is required.');
  const infos = asked.data.packageLabels
    .map((label) => labelled(call, label))
    .filter((each) => each !== null);
  return found({
    Packages: infos.map(({ label, codes, soldCodes, packagedDate }) => ({
      Tag: label,
      QrCount: codes.length,
      EstimatedBalance: codes.length - soldCodes.length,
      SiblingCount: 0,
      IssuanceId: label,
      Issuances: [{ LabelSet: 0, LabelQuantity: codes.length, CreatedAt: `${packagedDate}T00:00:00+00:00` }],
      HasQrs: codes.length > 0,
      RequiresVerification: false,
    })),
  });
}

const singles: Endpoint[] = [
  read('/packages/v2/{id}', VIEW, LICENSE, (call) =>
    onePackage(
      call,
      Object.values(call.state.packages).find(
        ({ id, license }) => id === Number(call.params.id) && license === call.license,
      ),
    ),
  ),
  read('/packages/v2/{label}', VIEW, LICENSE, (call) =>
    onePackage(call, labelled(call, call.params.label ?? '')),
  ),
  read('/labtests/v2/states', { needs: [] }, [], () => found(TEST_STATES)),
  read('/labtests/v2/labtestdocument/{id}', VIEW, LICENSE, ({ state, params }) =>
    state.labResults.some(({ documentId }) => documentId === Number(params.id))
      ? found(CERTIFICATE)
      : NOT_FOUND,
  ),
  read('/retailid/v2/receive/{label}', RETAIL_ID, LICENSE, (call) =>
    receive(labelled(call, call.params.label ?? '')),
  ),
  read('/retailid/v2/receive/qr/{shortCode}', RETAIL_ID, LICENSE, ({ state, license, params }) =>
    receive(
      Object.values(state.packages).find(
        (each) => each.license === license && each.codes.includes(params.shortCode ?? ''),
      ),
    ),
  ),
  read('/retailid/v2/packages/info', RETAIL_ID, LICENSE, codesInfo, 'POST'),
];

const writes: Endpoint[] = [
  write(['POST', '/packages/v2/adjust'], MANAGE, adjustmentSchema, adjust),
  write(['PUT', '/packages/v2/finish'], MANAGE, finishRow, finish),
  write(['PUT', '/packages/v2/unfinish'], MANAGE, unfinishRow, unfinish),
  write(['PUT', '/packages/v2/note'], { needs: ['Manage Package Notes'] }, noteRow, note),
  write(
    ['PUT', '/packages/v2/location'],
    { needs: ['Create/Submit/Discontinue Packages'], flag: 'CanUpdateLocationsOnPackages' },
    locationRow,
    move,
  ),
];

export const packageEndpoints: Endpoint[] = [...lists, ...singles, ...writes];
