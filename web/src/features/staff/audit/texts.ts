/** Texts of the audit log. */
export const texts = {
  title: 'Audit log',
  lead: 'Every staff action, saved in the same transaction. Rows cannot be changed or deleted.',
  list: 'Actions',
  empty: 'No actions found',
  emptyText: 'What staff do to a player or to the site appears here.',
  action: 'Action',
  details: 'Details',
  staffId: 'Staff (ID)',
  playerId: 'Player (ID)',
  all: 'All',
  from: 'From (UTC)',
  to: 'To (UTC)',
} as const;
