/** Texts of support conversations, for the player's page and the staff desk. */
export const ticketTexts = {
  /** The label of staff messages (spec 2). */
  moderator: 'Moderator',
  you: 'You',
  label: 'Your message',
  placeholder: 'Write a message',
  placeholderSignedOut: 'Please sign in to write message',
  send: 'SEND',
  older: 'Older messages',
  empty: 'No messages yet',
  conversation: 'Messages',
  left: (n: number) => (n >= 0 ? `${n} characters left` : `${-n} characters too many`),
} as const;
