/** Texts of the site's settings. */
export const texts = {
  title: 'Settings',
  lead:
    'A change applies to what starts after it. Fee rates are announced in the public log, and a round keeps the rate ' +
    'it was opened with.',
  search: 'Search settings',
  list: 'Settings',
  empty: 'No settings match',
  changes: 'Changes',
  noChanges: 'No changes yet',
  setting: 'Setting',
  default: (value: string) => `default ${value}`,
  changed: 'Changed (UTC)',
  newValue: 'New value',
  newValueOf: (key: string) => `New value of ${key}`,
  change: 'Change',
  changeTitle: (key: string) => `Change ${key}`,
  changeText: (from: string, to: string) => `From ${from} to ${to}.`,
  announced: ' It is announced in the public log and applies to rounds opened from now on.',
  changeConfirm: 'CHANGE',
  invalid: 'Enter a valid value',
  on: 'On',
  off: 'Off',
  from: 'From',
  to: 'To',
  range: (min: string, max: string) => `${min} to ${max}`,
  atLeast: (min: string) => `from ${min}`,
} as const;
