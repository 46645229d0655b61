/** A month that leaves a partitioned table which not only rounds fill, and what stays of it (decision 0097). */
import { escapeIdentifier } from 'pg';
import type { Sql } from './sql.ts';

/** Tables are in the schema `partitions`. */
export interface ArchivedMonth {
  /** '2026-05' */
  readonly month: string;
  /** Its end, epoch ms. */
  readonly untilAt: number;
  /** The partition that leaves. */
  readonly part: string;
  /** The table that takes its place, with what stays. */
  readonly kept: string;
}

/** The name of a partition in a statement. */
export const partName = (part: string): string => `partitions.${escapeIdentifier(part)}`;
export const partSql = (part: string): Sql => ({ text: partName(part), values: [] });
