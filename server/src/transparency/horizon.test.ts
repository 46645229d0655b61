/**
 * The sequencer next to open transactions: another database's does not stop the log, one of our own delays it and loses
 * nothing.
 */
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { until } from '../../testing/until.ts';
import { makeLoggedTable, type LoggedTable } from '../../testing/transparency/log.fixture.ts';

let table: LoggedTable;
let client: Client;
beforeEach(async () => {
  table = await makeLoggedTable();
});
afterEach(async () => {
  await client.end();
  await table.world.close();
});

/** A transaction that has written something and stays open. */
async function forgotten(url: string): Promise<void> {
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
}

async function open(): Promise<void> {
  const { actor, items } = await table.playerWith([2_000]);
  await table.create(actor, items);
}

const waiting = async () => {
  while ((await table.sequence()) > 0);
  const { n } = await table.world.db.one<{ n: number }>(
    sql`select count(*) as n from log_leaves where id not in (select leaf_id from log_entries)`,
  );
  return n;
};

test('a forgotten transaction in another database of the server does not stop the log', async () => {
  await forgotten(inject('testServer').adminUrl);
  await open();
  await until(async () => (await waiting()) === 0);
  await table.world.checkInvariants();
});

test('one of our own delays later leaves, and nothing is lost', async () => {
  await until(async () => (await waiting()) === 0);
  await forgotten(table.world.databaseUrl);
  await open();
  expect(await waiting()).toBe(1);
  await client.query('commit');
  await until(async () => (await waiting()) === 0);
  await table.world.checkInvariants();
});
