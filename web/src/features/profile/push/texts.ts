/** Texts of push notifications on the profile. What a notification says is in web/worker/texts.ts. */

export const texts = {
  title: 'Push notifications',
  about:
    'This browser notifies you while Fairpot is closed. A notification names no sums, items or people, and goes ' +
    'encrypted through the push service of your browser’s maker.',
  kinds: {
    trade: { label: 'Trades', hint: 'An offer waits at Steam, a deposit has arrived' },
    withdrawal: { label: 'Withdrawals', hint: 'Complete, or not completed' },
    battle: { label: 'Case battles', hint: 'A battle of yours is over' },
  },
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  off: 'Off. Your browser asks first.',
  on: 'On for this browser, until you log out.',
  unsupported:
    'This browser cannot show push notifications here. On an iPhone or iPad, add Fairpot to the home screen and open ' +
    'it from there. A private window cannot show them either.',
  blocked:
    'This browser blocks notifications of this site. Allow them in the site settings, beside the address, and turn ' +
    'them on here.',
  obstacles: {
    'not-allowed': 'You did not allow notifications. Turn them on whenever you want them.',
    'no-service': 'This browser could not reach its push service. Nothing was changed. Try again.',
    'unknown-service':
      'The push service of this browser is not supported. Those of Chrome, Edge, Firefox and Safari are.',
  },
  failed: (when: string) => `A notification of ${when} did not reach this browser. Turn them on again to renew them.`,
  renew: 'Turn on again',
} as const;
