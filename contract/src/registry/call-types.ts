/** Types of the input and output of a listed call, found by its name. */
import type { z } from 'zod';
import type { Call } from '../wire/call.schemas.ts';
import type { CallsByName } from './schemas.ts';
import type { Endpoint } from '../wire/call.ts';

/** The listed call of an endpoint's name. An unlisted name has no call. */
type CallOf<E extends Endpoint> = E['name'] extends keyof CallsByName
  ? CallsByName[E['name']]
  : string extends E['name']
    ? Call
    : never;
export type InputOf<E extends Endpoint> = z.infer<CallOf<E>['input']>;
export type OutputOf<E extends Endpoint> = z.infer<CallOf<E>['output']>;
