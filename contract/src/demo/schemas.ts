/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as demo from './calls.ts';
import { command, NoInput } from '../wire/call.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';

export const getDemoItems = command({
  ...demo.getDemoItems,
  summary: 'Demo only: get the items and the balance that this account lacks to play, once an hour',
  permission: 'play',
  input: NoInput,
  /** What was given; 0 for what the account had enough of. */
  output: z.object({ items: z.number().int(), amountUsd: UsdSchema }),
  refusals: [
    'STAFF_DO_NOT_PLAY',
    'GAME_PAUSED',
    'DEMO_CAN_PLAY',
    'DEMO_TOO_SOON',
    'TAKING_BREAK',
    'SELF_EXCLUDED',
    'FORBIDDEN',
  ],
});
