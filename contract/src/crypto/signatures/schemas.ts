/** Server side of calls.ts. */
import { z } from 'zod';
import * as signatures from './calls.ts';
import { NoInput, query } from '../../wire/call.schemas.ts';

/** 64 hex digits. */
export const PublicKeyText = z.string().regex(/^[0-9a-f]{64}$/);
/** 128 hex digits. */
export const SignatureText = z.string().regex(/^[0-9a-f]{128}$/);

export const listAddressKeys = query({
  ...signatures.listAddressKeys,
  summary:
    'The keys that sign deposit addresses, oldest first, each signed by its predecessor; the last one is valid. ' +
    'Empty: no address is signed',
  permission: 'public',
  input: NoInput,
  output: z.object({ keys: z.array(z.object({ key: PublicKeyText, by: SignatureText.nullable() })) }),
});
