/** Texts of every cart. */
export const texts = {
  title: 'Cart',
  clear: 'Clear',
  rows: 'In your cart',
  remove: (name: string) => `Remove ${name} from the cart`,
  open: 'Open cart',
  /** After a bold count. */
  items: (n: number) => (n === 1 ? 'item' : 'items'),
} as const;
