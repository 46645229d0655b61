/** Texts of the desk's circuit breakers. Names of breakers and what they stop are in the contract. */
export const texts = {
  title: 'Circuit breakers',
  lead:
    'What stopped by itself because value left too fast or prices disagree. ' +
    'Look at the figures, then reset it: what it stopped continues, and counting starts from zero. ' +
    'Refunds of deposits that were not played are never stopped.',
  open: 'Tripped',
  past: 'Reset',
  nothing: 'No breaker is tripped',
  nothingPast: 'No breaker was reset yet',
  when: 'Tripped, UTC',
  what: 'What',
  stops: 'Stops',
  reset: 'Reset',
  itself: 'By itself',
  act: (what: string) => `Reset: ${what}`,
  actText: 'Say what you checked. What the breaker stopped continues at once.',
  confirm: 'RESET',
} as const;
