/**
 * Every table of the database, and what it holds of a player: what an export shows of it, and what becomes of it when an account is
 * closed. A line a table. own-tables.test.ts holds the list against the schema: a table or a column with a player's id that is missing
 * here fails it; tables that hold nothing of any player are listed there.
 *
 * Names of tables and columns are data here, and export.ts and erase.ts alone make SQL of tables of every room.
 */
import { GOODS_TABLES } from './own/goods.ts';
import { PERSON_TABLES } from './own/person.ts';
import { REST_TABLES } from './own/rest.ts';
import type { OwnTable } from './own/shape.ts';
import { WAY_TABLES } from './own/ways.ts';

export const OWN_TABLES: readonly OwnTable[] = [...PERSON_TABLES, ...GOODS_TABLES, ...WAY_TABLES, ...REST_TABLES];
