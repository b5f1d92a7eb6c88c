/**
 * The files that other systems export, as data: the heads by which each is recognized, and which column is which field. A
 * name that ends with '*' is the beginning of a head, as of those that go on with the name of a location.
 *
 * `from` says where the heads are from. `seen`: the system’s own help or data dictionary, or exports in public
 * repositories. `guess`: words of the system’s screens and interfaces that were not compared with an export, and
 * all heads in other languages than English; what differs is asked on the screen.
 */
import type { ListKind } from './list-fields.ts';

export type SystemFile = {
  /** The system, as people call it. */
  system: string;
  kind: ListKind;
  from: 'seen' | 'guess';
  /** Heads that tell it from every other file; of a list in brackets, one. */
  needs: readonly (string | readonly string[])[];
  /** Field → heads, the first that the file has counts. */
  columns: Readonly<Record<string, readonly string[]>>;
  /** Fields that only the first row of a product has. */
  fillsDown?: readonly string[];
  /** A column that names the product whose further rows follow. */
  group?: readonly string[];
  /** Fields of which further columns are added: a size of several options. */
  adds?: Readonly<Record<string, readonly string[]>>;
};
