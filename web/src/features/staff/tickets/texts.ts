/** Texts of the tickets of the desk. */
export const texts = {
  title: 'Tickets',
  lead: 'Longest wait first. Replies are signed Moderator; players never see your name.',
  lists: { waiting: 'Waiting', mine: 'Assigned to me', answered: 'Replied', closed: 'Closed' },
  empty: 'No tickets',
  emptyText: 'Tickets move between these lists as players write and staff assign, reply and close.',
  heads: {
    ticket: 'Ticket',
    waiting: 'Waiting',
    opened: 'Opened (UTC)',
    firstReply: 'First reply',
    assignee: 'Assignee',
    about: 'Subject',
    closed: 'Closed (UTC)',
  },
  about: (kind: string) => `about a ${kind} `,
  unread: (count: number) => `${count} new`,
  unassigned: 'Unassigned',
  take: 'Assign to me',
  takeOver: 'Reassign to me',
  unassign: 'Unassign',
  close: 'Close ticket',
  closeTitle: (title: string) => `Close ticket: ${title}`,
  closeText: 'The player can read it for another year and must open a new ticket to write again.',
  closeConfirm: 'CLOSE TICKET',
  reply: 'Reply',
  preview: 'PREVIEW',
  previewTitle: 'Preview: what the player will see',
  replaced: (n: number) =>
    n === 1
      ? 'One crypto address is replaced by the player’s own deposit address.'
      : `${n} crypto addresses are replaced by the player’s own deposit addresses.`,
  sendReply: 'SEND REPLY',
  edit: 'Edit',
  chip: 'The player sees their own address here.',
  removed: 'Removed: a coin that Fairpot does not accept.',
  all: 'All tickets',
  times: (count: number, half: string, most: string) =>
    `First reply: median ${half}, 90th percentile ${most} (last ${count} tickets).`,
  waiting: (n: number, most: number) => `${n >= most ? `${most} or more` : n} waiting`,
  own: 'This is your own ticket. Another moderator must reply.',
} as const;
