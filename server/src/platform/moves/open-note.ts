/** Opens the note of a move: the signature must be that of the cell that the note says the player leaves. */
import type { Cell } from '@fairpot/contract/wire/directory.schemas';
import { parseMoveNote, type MoveNote } from '@fairpot/contract/wire/move-note';
import { openNote, parseNote, parseVerifierKey } from '@fairpot/fairness/tree/note';

/** Throws with the reason for anything else. */
export function openMoveNote(note: string, cells: readonly Cell[]): MoveNote {
  const claimed = parseMoveNote(parseNote(note).text);
  const from = cells.find(({ name }) => name === claimed?.from);
  if (claimed === null || from === undefined) throw new Error('not the note of a move from a cell of the directory');
  openNote(note, [parseVerifierKey(from.logKey)]);
  return claimed;
}
