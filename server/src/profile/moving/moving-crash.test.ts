/** A move whose command is killed at every step: nothing is lost, and nothing comes twice. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openDirectory, testCell, type TestCell, type TestDirectory } from '@fairpot/directory/directory.fixture';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '../../platform/database/sql.ts';
import { dieAtEachStep } from '../../../testing/dying-steps.ts';
import {
  cashAt,
  grant,
  homeOf,
  openTwoCells,
  runMove,
  type TwoCells,
} from '../../../testing/profile/moving.fixture.ts';
import type { Parcel } from './luggage.ts';
import { stopAccount } from './move-out.ts';

const CENTS = 900;

let cells: TwoCells<TestDirectory>;
let person: Awaited<ReturnType<TwoCells<TestDirectory>['makePerson']>>;
beforeAll(async () => {
  cells = await openTwoCells<TestCell, TestDirectory>({ openDirectory, testCell });
});
afterAll(() => cells.close());
beforeEach(async () => {
  person = await cells.makePerson();
  await grant(cells.eu, person.playerId, CENTS);
});

const out = (db?: Pool) => runMove(cells.eu, ['out', person.steamid, 'us', person.file], db);
const arrive = (db?: Pool) => runMove(cells.us, ['in', person.file], db);
const parcel = () => JSON.parse(readFileSync(person.file, 'utf8')) as Parcel;
const everyCash = async () => [await cashAt(cells.eu, person.steamid), await cashAt(cells.us, person.steamid)];
const home = () => homeOf(cells.directory, person.steamid);

async function invariantsHold(): Promise<void> {
  for (const { world } of [cells.eu, cells.us]) await world.checkInvariants();
}

const stop = (db: Pool) =>
  db.transaction((tx) => stopAccount(tx, { steamid: person.steamid, to: 'us', number: 0, why: 'test', now: 1 }));

test('before each statement of the way out, nothing has left; the command goes on', async () => {
  const nothingLeft = async () => {
    expect([await everyCash(), existsSync(person.file)]).toEqual([[CENTS, null], false]);
    await invariantsHold();
  };
  // The command stops the account in a transaction of its own, which would die first at each step.
  expect(await dieAtEachStep(cells.eu.world.db, stop, nothingLeft)).toBeGreaterThan(3);
  expect(await dieAtEachStep(cells.eu.world.db, out, nothingLeft)).toBeGreaterThan(15);
  expect([await everyCash(), parcel().luggage.cents]).toEqual([[0, null], CENTS]);
  await invariantsHold();
});

test('before the file is whole, the same parcel is written again', async () => {
  await out();
  const first = parcel();
  const text = readFileSync(person.file, 'utf8');
  writeFileSync(person.file, text.slice(0, text.length / 2));
  await expect(arrive()).rejects.toThrow('is not what');
  expect(await everyCash()).toEqual([0, null]);
  await out();
  expect(parcel()).toEqual(first);
});

test('before each statement of the way in, nothing has come; then it comes once', async () => {
  await out();
  const deaths = await dieAtEachStep(cells.us.world.db, arrive, async () => {
    expect([await everyCash(), await home()]).toEqual([[0, null], { cell: 'eu', moves: 0 }]);
    await invariantsHold();
  });
  expect(deaths).toBeGreaterThan(15);
  expect([await everyCash(), await home()]).toEqual([[0, CENTS], { cell: 'us', moves: 1 }]);
  expect(await arrive()).toContain('arrived before');
  expect(await everyCash()).toEqual([0, CENTS]);
  await invariantsHold();
});
