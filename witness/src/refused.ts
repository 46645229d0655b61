/** The witness cannot start or continue until a person acts: exit status 2, and the message says what to do. */
export class WitnessRefused extends Error {
  override readonly name = 'WitnessRefused';
}
