/** Texts of the tickets of the desk. */
export const texts = {
  title: 'Tickets',
  lead: 'Who waits longest is first. Answers are signed Moderator; players never see your name.',
  lists: { waiting: 'Waiting', mine: 'Mine', answered: 'Answered', closed: 'Closed' },
  empty: 'No ticket here',
  emptyText: 'Tickets move between the lists as they are asked, taken, answered and closed.',
  nobody: 'Nobody',
  take: 'Take',
  takeOver: 'Take over',
  giveBack: 'Give back',
  close: 'Close ticket',
  closeText: 'The player reads it for another year and writes a new one to go on.',
  closeConfirm: 'CLOSE TICKET',
  preview: 'PREVIEW',
  previewTitle: 'Preview: what the player will see',
  replaced: (n: number) =>
    n === 1
      ? 'One crypto address is replaced by the player’s own deposit address.'
      : `${n} crypto addresses are replaced by the player’s own deposit addresses.`,
  sendAnswer: 'SEND ANSWER',
  edit: 'Edit',
  chip: 'The player sees their own address here.',
  removed: 'Removed: a coin that Fairpot does not take.',
  all: 'All tickets',
  waits: (text: string) => `waits ${text}`,
  times: (count: number, half: string, most: string) =>
    `First answers: half within ${half}, nine in ten within ${most} (the last ${count}).`,
  waiting: (n: number, most: number) => `${n >= most ? `${most} or more` : n} waiting`,
  own: 'This is your own ticket: somebody else answers it.',
} as const;
