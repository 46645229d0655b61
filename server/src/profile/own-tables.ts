/**
 * Every table of the database, and its player data: what an export shows of it, and what happens to it when an account is closed. One line
 * per table. own-tables.test.ts checks the list against the schema: it fails for a missing table, or a missing column with a player's id;
 * it lists the tables without player data.
 *
 * Table and column names are data here. Only export.ts and erase.ts build SQL on tables of other rooms.
 */
import { INVENTORY_TABLES } from './own/inventory.ts';
import { PERSON_TABLES } from './own/person.ts';
import { SERVICE_TABLES } from './own/services.ts';
import type { OwnTable } from './own/shape.ts';
import { PAYMENT_TABLES } from './own/payments.ts';

export const OWN_TABLES: readonly OwnTable[] = [
  ...PERSON_TABLES,
  ...INVENTORY_TABLES,
  ...PAYMENT_TABLES,
  ...SERVICE_TABLES,
];
