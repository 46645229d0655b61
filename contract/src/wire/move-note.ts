/**
 * The text that a cell signs with the key of its public log when a player leaves it for another cell (docs/scale.md). The directory changes the home by it,
 * the other cell books in what the luggage says, whose hash it has.
 *
 * Invariant: one text per move. No head of a log begins like it, so that neither can be taken for the other.
 */
export interface MoveNote {
  readonly steamid: string;
  /** How often the person had moved before: the document of an old move moves no one a second time. */
  readonly number: number;
  /** Names of cells. */
  readonly from: string;
  readonly to: string;
  /** Hex of sha256 of the luggage's canonical JSON. */
  readonly luggage: string;
}

const FIRST = 'fairpot player moves, version 1';
const NOTE = new RegExp(
  `^${FIRST}\\nsteamid (7656119\\d{10})\\nmove (0|[1-9]\\d{0,8})\\n` +
    'from ([a-z][a-z0-9-]{0,31})\\nto ([a-z][a-z0-9-]{0,31})\\nluggage ([0-9a-f]{64})\\n$',
);

export function formatMoveNote({ steamid, number, from, to, luggage }: MoveNote): string {
  return `${FIRST}\nsteamid ${steamid}\nmove ${number}\nfrom ${from}\nto ${to}\nluggage ${luggage}\n`;
}

/** Null for any other text. */
export function parseMoveNote(text: string): MoveNote | null {
  const [, steamid, number, from, to, luggage] = NOTE.exec(text) ?? [];
  if (steamid === undefined || from === undefined || to === undefined || luggage === undefined || from === to)
    return null;
  return { steamid, number: Number(number), from, to, luggage };
}
