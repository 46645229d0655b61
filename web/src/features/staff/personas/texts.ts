/** Texts of the house personas. */
export const texts = {
  title: 'House personas',
  lead:
    'House bots, marked as bots wherever they appear. Messages sent as one carry the HOUSE badge; the audit log ' +
    'records who wrote them.',
  list: 'Personas',
  empty: 'No personas yet',
  persona: 'Persona',
  balance: 'Balance',
  rounds: 'Rounds',
  staked: 'Staked',
  won: 'Won',
  result: 'Result',
  chat: 'Chat',
  chatAs: 'Chat as',
  chatAsOne: (name: string) => `Chat as ${name}`,
  newPersona: 'New persona',
  name: 'Name',
  create: 'Create',
  createTitle: (name: string) => `Create the persona ${name}`,
  createText: 'It starts with a balance of $0.00. No one can sign in as it.',
  createConfirm: 'CREATE',
} as const;
