/** The directory of cells, which knows each person's home (docs/scale.md). A site that is the only one has none. */
import type { CellList, Home } from '@fairpot/contract/wire/directory.schemas';

export type DirectoryAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'away'; readonly why: string };

export interface DirectoryGateway {
  /** The person's home, which is this cell if they had none. The same person may be asked about any number of times. */
  claimHome(steamid: string): Promise<DirectoryAnswer<Home>>;
  /** The same without claiming; away for a person without a home. */
  findHome(steamid: string): Promise<DirectoryAnswer<Home>>;
  listCells(): Promise<DirectoryAnswer<CellList>>;
  /** Makes this cell the home, by a note that the home has signed. */
  moveHome(note: string): Promise<DirectoryAnswer<Home>>;
}
