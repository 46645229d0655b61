/** Addresses of the pictures that build-art.ts draws. */

/** Names the bytes of all pictures: a hash of every drawing and of how it is rendered (art.test.ts computes it). A change is a new address for each. */
export const ART_VERSION = '03486da9';

/** The address of a picture, for good: its bytes do not change while its version does not. `name`: a slug, `case-<id>`, or `case`. */
export const artUrl = (name: string): string => `/art/${name}.webp?v=${ART_VERSION}`;
