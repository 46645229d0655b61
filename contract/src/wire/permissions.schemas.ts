/** Schemas of permissions.ts. */
import { z } from 'zod';
import * as permissions from './permissions.ts';

export const StatusSchema = z.enum(permissions.STATUSES);
