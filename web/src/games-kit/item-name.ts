/** An item's name as text: 'AK-47 Redline', 'Exalted Manifold Paradox'. Items of some games have one part only. */
export function itemName({ name, itemName: second }: { readonly name: string; readonly itemName: string }): string {
  return second === '' ? name : `${name} ${second}`;
}
