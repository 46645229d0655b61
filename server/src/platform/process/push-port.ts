/** The push port: sends encrypted messages to browsers through their push services (RFC 8030, 8291, 8292). */

/** A browser's subscription. */
export interface PushTarget {
  readonly endpoint: string;
  /** The browser's public key and secret, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushRequest {
  readonly payload: string;
  /** How long the push service keeps it for a browser that is off. */
  readonly keepSeconds: number;
  /** While the browser is off, a later message of the same topic replaces an earlier one. */
  readonly topic: string;
}

export type PushAnswer =
  | { readonly kind: 'accepted' }
  /** The subscription does not exist any more. */
  | { readonly kind: 'gone' }
  /** The same request would be refused again. */
  | { readonly kind: 'refused'; readonly why: string }
  /** No answer, or one that may be different later. The message may have been accepted. */
  | { readonly kind: 'away'; readonly why: string };

export interface PushGateway {
  /** What a browser subscribes with, base64url (VAPID). */
  readonly publicKey: string;
  /** Names of the push services that messages may go to. */
  readonly services: readonly string[];
  /** The service of a subscription, and its address in one spelling; null unless it is one of `services`. */
  readonly placeOf: (endpoint: string) => { readonly service: string; readonly endpoint: string } | null;
  /** Whether messages can be encrypted for a browser's public key. */
  readonly isUsableKey: (p256dh: string) => boolean;
  /** Never throws because of the network or the service. */
  readonly send: (target: PushTarget, request: PushRequest, signal?: AbortSignal) => Promise<PushAnswer>;
}
