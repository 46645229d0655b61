/** Patterns made of straight edges: panels, stripes, grids, facets. */
import { mix } from './palette.ts';
import { num, oval } from '../shapes/path.ts';
import { fill, gradient, ground, repeat, stroke } from './pattern.ts';
import type { Pattern } from './pattern.ts';

export const bands: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(14, (at) => {
    const color = [c.second, c.deep, c.base, c.deep][at % 4] ?? c.second;
    const x = at * 22 - 20 + dice.between(-4, 4);
    return fill(`M${num(x)} 0h${num(dice.between(5, 14))}l-40 124h${num(-dice.between(5, 12))}Z`, color);
  }) +
  repeat(4, () => stroke(`M${num(dice.between(20, 240))} 0l-40 124`, c.pop, 1.6));

export const hex: Pattern = (dice, c) =>
  ground(c.deep) +
  repeat(11, (row) =>
    repeat(17, (column) => {
      const x = column * 15 + (row % 2) * 7.5;
      const y = row * 12.5;
      const roll = dice.roll();
      const color = roll > 0.93 ? c.pop : roll > 0.6 ? c.second : roll > 0.25 ? c.base : mix(c.base, c.deep, 0.6);
      return fill(`M${num(x)} ${num(y - 7.4)}l6.6 3.7v7.4l-6.6 3.7l-6.6-3.7v-7.4Z`, color);
    }),
  );

export const shards: Pattern = (dice, c) => {
  const columns = 13;
  const rows = 7;
  const grid = Array.from({ length: (columns + 1) * (rows + 1) }, (_, at) => [
    ((at % (columns + 1)) - 0.5) * 20 + dice.between(-7, 7),
    (Math.floor(at / (columns + 1)) - 0.5) * 21 + dice.between(-7, 7),
  ]);
  const corner = (column: number, row: number): string => {
    const [x = 0, y = 0] = grid[row * (columns + 1) + column] ?? [];
    return `${num(x)} ${num(y)}`;
  };
  const tone = (): string => {
    const roll = dice.roll();
    if (roll > 0.94) return c.pop;
    return roll > 0.5 ? mix(c.base, c.second, dice.roll()) : mix(c.base, c.deep, dice.roll() * 0.8);
  };
  return repeat(columns * rows, (at) => {
    const column = at % columns;
    const row = Math.floor(at / columns);
    const [a, b, d, e] = [
      corner(column, row),
      corner(column + 1, row),
      corner(column, row + 1),
      corner(column + 1, row + 1),
    ];
    const upper = tone();
    const lower = tone();
    return fill(`M${a}L${b}L${d}Z`, upper) + fill(`M${b}L${e}L${d}Z`, lower) + stroke(`M${b}L${d}`, c.ink, 0.5, 0.35);
  });
};

/** White armour panels with black gaps and orange blocks. */
export const panels: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(9, (at) => {
    const x = at * 28 + dice.between(-8, 8);
    const w = dice.between(8, 18);
    return fill(`M${num(x)} 0h${num(w)}l-14 34l8 18l-18 72h${num(-w)}l16-70l-8-20Z`, at % 3 === 1 ? c.pop : c.deep);
  }) +
  repeat(6, () => {
    const x = dice.between(0, 220);
    const y = dice.between(26, 84);
    return (
      fill(`M${num(x)} ${num(y)}h18l-5 9h-18Z`, c.second) + stroke(`M${num(x - 24)} ${num(y + 14)}h34`, c.ink, 1.6, 0.8)
    );
  }) +
  stroke(`M0 50H240M0 78H240`, c.ink, 0.9, 0.55);

/** Carbon weave with one bright racing line. */
export const racing: Pattern = (dice, c, id) =>
  `<pattern id="${id}w" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0H5V5H0Z" fill="${c.deep}"/>` +
  `<path d="M0 0H2.500V2.500H0ZM2.500 2.500H5V5H2.500Z" fill="${c.base}"/></pattern>${ground(`url(#${id}w)`)}` +
  stroke(`M-4 ${num(dice.between(60, 66))}H60l12-8h78l10 6h90`, c.pop, 3.4) +
  stroke('M-4 70H66l10-6h70M150 52H244', c.pop, 1.4) +
  stroke('M20 96l22-60M206 90l16-52', c.second, 2.2, 0.9);

export const circuit: Pattern = (dice, c) =>
  ground(mix(c.deep, c.base, 0.35)) +
  repeat(12, () => {
    const x = dice.between(-10, 230);
    return fill(
      `M${num(x)} ${num(dice.between(0, 100))}h${num(dice.between(16, 46))}v${num(dice.between(10, 30))}h-20Z`,
      c.deep,
      0.6,
    );
  }) +
  repeat(44, (at) => {
    const x = dice.between(-10, 235);
    const y = dice.between(4, 120);
    const run = dice.between(10, 30);
    const rise = dice.pick([-8, 8]);
    const color = at % 4 === 0 ? c.pop : at % 2 === 0 ? c.second : c.base;
    return (
      stroke(`M${num(x)} ${num(y)}h${num(run)}l8 ${rise}h${num(run / 2)}`, color, 1.5) +
      fill(oval(x + run * 1.5 + 8, y + rise, 2), color)
    );
  });

export const neonGrid: Pattern = (_dice, c, id) =>
  gradient(`${id}n`, [c.deep, c.base, c.deep], 10, 120) +
  ground(`url(#${id}n)`) +
  repeat(10, (at) => stroke(`M0 ${at * 13 + 4}H240`, c.second, 1, 0.8)) +
  repeat(21, (at) => stroke(`M${at * 24 - 120} 130L${at * 9 + 30} -6`, c.second, 1, 0.8)) +
  stroke('M-6 88L46 40l34 42l42-58l40 60l30-38l60 62', c.pop, 2.6);

export const plaid: Pattern = (_dice, c) =>
  ground(c.base) +
  repeat(
    9,
    (at) => fill(`M${at * 30 - 6} 0h13v124h-13Z`, c.deep, 0.75) + stroke(`M${at * 30 + 16} 0V124`, c.pop, 1.2, 0.9),
  ) +
  repeat(
    6,
    (at) => fill(`M0 ${at * 26 - 4}h240v11h-240Z`, c.deep, 0.6) + stroke(`M0 ${at * 26 + 14}H240`, c.second, 1.2, 0.8),
  );

export const planks: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(10, (row) => {
    const y = row * 13;
    return (
      fill(`M0 ${y}H240V${y + 12}H0Z`, mix(c.base, row % 2 ? c.second : c.deep, dice.between(0.05, 0.5))) +
      repeat(4, () => {
        const x = dice.between(0, 220);
        const dy = y + dice.between(2, 11);
        return stroke(
          `M${num(x)} ${num(dy)}q12 ${num(dice.between(-2, 2))} ${num(dice.between(14, 40))} 0`,
          c.deep,
          0.8,
          0.6,
        );
      }) +
      stroke(`M0 ${y + 12.4}H240M${num(dice.between(20, 220))} ${y}v12`, c.ink, 1.2, 0.8)
    );
  });

export const bricks: Pattern = (dice, c) =>
  ground(c.ink) +
  repeat(12, (row) =>
    repeat(13, (column) =>
      fill(
        `M${column * 20 - (row % 2) * 10} ${row * 11}h18.500v9.500h-18.500Z`,
        mix(c.base, dice.pick([c.second, c.deep]), dice.between(0, 0.55)),
      ),
    ),
  );

/** Square-block digital camouflage. */
export const pixels: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(190, () => {
    const x = Math.floor(dice.roll() * 48) * 5;
    const y = Math.floor(dice.roll() * 25) * 5;
    const color = dice.pick([c.second, c.deep, c.deep, mix(c.base, c.second, 0.5), mix(c.base, c.ink, 0.5)]);
    return fill(`M${x} ${y}h${dice.pick([10, 15, 20, 25])}v5h-5v${dice.pick([0, 5])}h-${dice.pick([5, 10])}Z`, color);
  });

export const lightning: Pattern = (dice, c, id) =>
  gradient(`${id}l`, [c.deep, c.base, c.deep], 200, 110) +
  ground(`url(#${id}l)`) +
  repeat(9, () => {
    let x = dice.between(-10, 230);
    let y = -4;
    let path = `M${num(x)} ${num(y)}`;
    while (y < 124) {
      x += dice.between(-16, 18);
      y += dice.between(9, 20);
      path += `L${num(x)} ${num(y)}`;
    }
    return stroke(path, c.second, 3.2, 0.5) + stroke(path, c.pop, 1.3);
  });

export const skulls: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(6, (row) =>
    repeat(10, (column) => {
      const x = column * 27 + (row % 2) * 13;
      const y = row * 23 + dice.between(-2, 2);
      const tone = dice.pick([c.second, c.second, c.pop]);
      return (
        fill(`M${num(x - 8)} ${num(y)}a8 8 0 1 1 16 0q0 4-3.500 5.500v4h-9v-4q-3.500-1.500-3.500-5.500Z`, tone) +
        fill(oval(x - 3.2, y, 2.3) + oval(x + 3.2, y, 2.3) + `M${num(x)} ${num(y + 3)}l1.500 3h-3Z`, c.deep)
      );
    }),
  );
