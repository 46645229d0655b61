/** Schemas of permissions.ts. */
import { z } from 'zod';
import * as permissions from './permissions.ts';

export const ApiScopeSchema = z.enum(permissions.API_SCOPES);
export const StatusSchema = z.enum(permissions.STATUSES);
