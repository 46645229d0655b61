/** Two cells with databases of their own over a real directory, and the command that moves a player between them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPlayer, demoGrant } from '@fairpot/contract/system/schemas';
import { formatVerifierKey, noteKey, publicKeyOf } from '@fairpot/fairness/tree/note';
import { FEATURES } from '../../src/app.ts';
import { makeDirectoryGateway } from '../../src/gateways/directory/directory.ts';
import { balancesOf } from '../../src/ledger/ledger.ts';
import { sql, type Db, type Pool } from '../../src/platform/database/sql.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import { move, readMove } from '../../src/profile/moving/move-cli.ts';
import { openSigner } from '../../src/transparency/front.ts';
import { makeWorld, type World } from '../world.ts';

/** A demo's log has this name. */
export const LOG = 'demo.fairpot/log';

/** What only a cell itself has. */
interface CellKeys {
  readonly key: string;
  readonly logKey: string;
  readonly logSeed: Uint8Array;
}

interface Directory {
  readonly url: string;
  readonly db: Db;
  close(): Promise<void>;
}

/** The directory's own fixture, which a test hands in: the directory stands above this room. */
export interface DirectoryFixture<C extends CellKeys, D extends Directory> {
  testCell(name: string, origin: string): C;
  openDirectory(cells: readonly C[]): Promise<D>;
}

export interface CellWorld {
  readonly cell: CellKeys;
  readonly world: World;
  /** Lines about what a move waits for. */
  readonly said: string[];
}

export interface TwoCells<D extends Directory> {
  readonly directory: D;
  readonly eu: CellWorld;
  readonly us: CellWorld;
  /** A player at home at eu who is in no other test, and where a move writes its file. */
  makePerson(): Promise<{ readonly steamid: string; readonly playerId: string; readonly file: string }>;
  close(): Promise<void>;
}

export async function openTwoCells<C extends CellKeys, D extends Directory>(
  fixture: DirectoryFixture<C, D>,
): Promise<TwoCells<D>> {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-moves-'));
  const listed = (name: string, port: number): C => {
    const cell = fixture.testCell(name, `http://127.0.0.1:${port}`);
    return { ...cell, logKey: formatVerifierKey(noteKey(LOG, publicKeyOf(cell.logSeed))) };
  };
  const cells = [listed('eu', 4001), listed('us', 4002)] as const;
  const directory = await fixture.openDirectory(cells);
  const [eu, us] = [await openCell(directory, cells[0]), await openCell(directory, cells[1])];
  let people = 0;
  return {
    directory,
    eu,
    us,
    async makePerson() {
      people += 1;
      const steamid = `765611980000${String(people).padStart(5, '0')}`;
      const playerId = await addPerson(eu, steamid);
      await eu.world.deps.gateways.directory?.claimHome(steamid);
      return { steamid, playerId, file: join(folder, `${steamid}.json`) };
    },
    async close() {
      await eu.world.close();
      await us.world.close();
      await directory.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openCell(directory: Directory, cell: CellKeys): Promise<CellWorld> {
  const world = await makeWorld({
    features: FEATURES,
    config: { logKey: Buffer.from(cell.logSeed).toString('hex') },
    directory: makeDirectoryGateway({ url: directory.url, key: cell.key }, 'demo'),
  });
  return { cell, world, said: [] };
}

/** The id of the new account. */
export async function addPerson({ world }: CellWorld, steamid: string): Promise<string> {
  const input = { steamid, name: 'Anna', avatarHash: null, status: 'USER', isFake: false, ageConfirmed: true } as const;
  return (await world.run(addPlayer, SYSTEM, input)).playerId;
}

export function grant(
  { world }: CellWorld,
  playerId: string,
  cents: number,
  items: { slug: string; kind: 'DEPOSIT'; count: number }[] = [],
): Promise<unknown> {
  return world.run(demoGrant, SYSTEM, { playerId, origin: `demo:${playerId}-${cents}`, cents, items });
}

/** `npm run move -- args` at the cell. */
export async function runMove({ world, said }: CellWorld, args: string[], db: Pool = world.db): Promise<string> {
  const signer = await openSigner(world.deps);
  const say = (line: string) => void said.push(line);
  return move({ deps: world.deps, db, signer, say }, readMove([...args, '--why', 'the player asked']));
}

/** Null without an account there. */
export async function idAt({ world }: CellWorld, steamid: string): Promise<string | null> {
  return (await world.db.maybe<{ id: string }>(sql`select id from players where steamid = ${steamid}`))?.id ?? null;
}

/** Available cents; null without an account there. */
export async function cashAt(at: CellWorld, steamid: string): Promise<number | null> {
  const id = await idAt(at, steamid);
  return id === null ? null : (await balancesOf(at.world.db, id)).available;
}

export function homeOf({ db }: Directory, steamid: string): Promise<{ cell: string; moves: number }> {
  return db.one<{ cell: string; moves: number }>(sql`select cell, moves from homes where steamid = ${steamid}`);
}
