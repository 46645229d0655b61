/**
 * Every table of the database, and its player data: what an export shows of it, and what happens to it when an account is closed. One line
 * per table. own-tables.test.ts checks the list against the schema: it fails for a missing table, or a missing column with a player's id;
 * it lists the tables without player data.
 *
 * Table and column names are data here. Only export.ts and erase.ts build SQL on tables of other rooms.
 */
import { GOODS_TABLES } from './own/goods.ts';
import { PERSON_TABLES } from './own/person.ts';
import { REST_TABLES } from './own/rest.ts';
import type { OwnTable } from './own/shape.ts';
import { WAY_TABLES } from './own/ways.ts';

export const OWN_TABLES: readonly OwnTable[] = [...PERSON_TABLES, ...GOODS_TABLES, ...WAY_TABLES, ...REST_TABLES];
