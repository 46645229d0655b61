/**
 * `npm run move`: moves a player to another cell, on the machines of both, signed in as each database's owner. Every command may be run again: it does
 * what is left. Between the two, the operator carries the parcel.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Cell, Home } from '@fairpot/contract/wire/directory.schemas';
import { REASON_MIN_LENGTH } from '@fairpot/contract/wire/call';
import type { MoveNote } from '@fairpot/contract/wire/move-note';
import { SteamId } from '@fairpot/contract/wire/ids.schemas';
import { countAvailable } from '../../vault/history.ts';
import { movings, playerIdOf } from '../../accounts/front.ts';
import type { Pool } from '../../platform/database/sql.ts';
import { openMoveNote } from '../../platform/moves/open-note.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { DirectoryAnswer, DirectoryGateway } from '../../platform/process/directory-port.ts';
import { readArgs } from '../../platform/process/terminal.ts';
import { StartRefused } from '../../platform/runner/refused.ts';
import type { LogSigner } from '../../transparency/front.ts';
import { Parcel } from './luggage.ts';
import { bookIn, checkLuggage } from './move-in.ts';
import { bookOut, cancelMove, stopAccount, type OwnCell } from './move-out.ts';
import { newestMove } from './store.ts';

const USAGE = `npm run move -- out STEAMID CELL FILE --why TEXT
  Stops the account, waits until nothing of it is open, and books it out into FILE.
npm run move -- in FILE --why TEXT
  At the other cell: books it in, then changes the home in the directory.
npm run move -- cancel STEAMID --why TEXT
  Opens the account again, as long as it is not booked out.`;

const ASK_AGAIN_MS = 2_000;

export interface MoveParts {
  readonly deps: Pick<Deps, 'gateways' | 'ids' | 'random' | 'clock'>;
  /** As the database's owner. */
  readonly db: Pool;
  readonly signer: Pick<LogSigner, 'key' | 'signText'>;
  /** Shows what a move waits for. */
  readonly say: (line: string) => void;
}

export type MoveCommand =
  | { readonly verb: 'out'; readonly steamid: string; readonly to: string; readonly file: string; readonly why: string }
  | { readonly verb: 'in'; readonly file: string; readonly why: string }
  | { readonly verb: 'cancel'; readonly steamid: string; readonly why: string };

/** Throws StartRefused with the usage for anything else. */
export function readMove(args: readonly string[]): MoveCommand {
  const { command, values } = readArgs(args, ['why']);
  const [verb, first, to, file, ...more] = command.split(' ');
  const why = values.why?.trim() ?? '';
  if (why.length < REASON_MIN_LENGTH || first === undefined || more.length > 0) throw new StartRefused(USAGE);
  if (verb === 'out' && to !== undefined && file !== undefined)
    return { verb, steamid: steamIdOf(first), to, file, why };
  if (to !== undefined) throw new StartRefused(USAGE);
  if (verb === 'in') return { verb, file: first, why };
  if (verb === 'cancel') return { verb, steamid: steamIdOf(first), why };
  throw new StartRefused(USAGE);
}

/** Returns what was done. Throws StartRefused with what to do instead. */
export async function move(parts: MoveParts, command: MoveCommand): Promise<string> {
  const { deps, db } = parts;
  if (command.verb === 'out') return moveOut(parts, command);
  if (command.verb === 'in') return moveIn(parts, command);
  const { steamid, why } = command;
  await db.transaction((tx) => cancelMove(tx, steamid, why, deps.clock.now()));
  return `${steamid} stays here, and may play again.`;
}

async function moveOut(parts: MoveParts, command: MoveCommand & { readonly verb: 'out' }): Promise<string> {
  const { steamid, to, file, why } = command;
  const { deps, db } = parts;
  const { own, cells, directory } = await readCells(parts);
  if (to === own.name || !cells.some(({ name }) => name === to))
    throw new StartRefused(`${to} is not another cell of the directory`);
  const playerId = await playerIdOf(db, steamid);
  if (playerId === null) throw new StartRefused(`${steamid} has no account here`);
  const known = await newestMove(db, playerId, 'OUT');
  const isUnderWay = (await db.transaction((tx) => movings.lockMoving(tx, steamid)))?.movingTo === to;
  if (!isUnderWay) {
    const home = answerOf(await directory.findHome(steamid));
    if (!home.isHere) throw new StartRefused(`the home of ${steamid} is ${home.cell.name}`);
    if ((await countAvailable(db, playerId, 1)) > 0)
      throw new StartRefused(
        'MOVE_ITEMS: the player has items, which are with the trading accounts of this cell and do not move. ' +
          'The player withdraws them first.',
      );
    const request = { steamid, to, number: home.moves, why, now: deps.clock.now() };
    await db.transaction((tx) => stopAccount(tx, request));
  }
  for (let waited = ''; ; await deps.clock.sleep(ASK_AGAIN_MS)) {
    const request = { steamid, why, now: deps.clock.now() };
    const result = await db.transaction((tx) => bookOut({ ids: deps.ids, own }, tx, request));
    if ('parcel' in result) {
      writeFileSync(file, JSON.stringify(result.parcel), { mode: 0o600 });
      const again = known?.note === result.parcel.note ? ' again' : '';
      return `${file} holds the move${again}. Carry it to ${to}: npm run move -- in FILE --why TEXT`;
    }
    const waits = result.waitsFor.join(', ');
    if (waits !== waited) parts.say(`The account is stopped. It waits for: ${waits}`);
    waited = waits;
  }
}

async function moveIn(parts: MoveParts, { file, why }: MoveCommand & { readonly verb: 'in' }): Promise<string> {
  const { deps, db } = parts;
  const parcel = readParcel(file);
  const { own, cells, directory } = await readCells(parts);
  const opened = openParcel(parcel, cells);
  if (opened.to !== own.name) throw new StartRefused(`this move leads to ${opened.to}; this cell is ${own.name}`);
  checkLuggage(opened, parcel);
  checkHome(opened, answerOf(await directory.findHome(opened.steamid)));
  const now = deps.clock.now();
  const isNew = await db.transaction((tx) => bookIn(deps, tx, { move: opened, parcel, why, now }));
  const home = await directory.moveHome(parcel.note);
  if (home.kind === 'away')
    throw new StartRefused(`The account is booked in, and the directory did not answer (${home.why}). Run this again.`);
  return isNew ? `${opened.steamid} is at home here now.` : `${opened.steamid} had arrived before; nothing changed.`;
}

/** An old note, or one of a person who has moved on, is refused before anything is booked. */
function checkHome({ from, to, number }: MoveNote, { cell, moves }: Home): void {
  const waits = cell.name === from && moves === number;
  const arrived = cell.name === to && moves === number + 1;
  if (!waits && !arrived)
    throw new StartRefused(`the home is ${cell.name} after ${moves} moves: this note is an old one`);
}

function openParcel({ note }: Parcel, cells: readonly Cell[]): MoveNote {
  try {
    return openMoveNote(note, cells);
  } catch (error) {
    throw new StartRefused(`the note is not signed by the cell it names: ${String(error)}`);
  }
}

function readParcel(file: string): Parcel {
  if (!existsSync(file)) throw new StartRefused(`there is no ${file}`);
  try {
    return Parcel.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new StartRefused(`${file} is not what "npm run move -- out" writes`);
  }
}

interface Cells {
  readonly own: OwnCell;
  readonly cells: readonly Cell[];
  readonly directory: DirectoryGateway;
}

/** This cell is the one whose log has this cell's key. */
async function readCells({ deps, signer }: MoveParts): Promise<Cells> {
  const { directory } = deps.gateways;
  if (directory === null) throw new StartRefused('DIRECTORY_URL: without a directory there is no other cell');
  const { cells } = answerOf(await directory.listCells());
  const own = cells.find(({ logKey }) => logKey === signer.key);
  if (own === undefined) throw new StartRefused(`the directory lists no cell with the log key ${signer.key}`);
  return { own: { name: own.name, signText: signer.signText }, cells, directory };
}

function answerOf<T>(answer: DirectoryAnswer<T>): T {
  if (answer.kind === 'away')
    throw new StartRefused(`The directory did not answer: ${answer.why}. Nothing was changed.`);
  return answer.value;
}

function steamIdOf(text: string): string {
  const { data } = SteamId.safeParse(text);
  if (data === undefined) throw new StartRefused(`${text} is not a SteamID of 17 digits`);
  return data;
}
