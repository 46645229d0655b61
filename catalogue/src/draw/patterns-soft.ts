/** Patterns made of curves: camouflage, smoke, flames, water, growth. */
import { mix } from './palette.ts';
import { burst, num, oval } from '../shapes/path.ts';
import { blob, fill, gradient, ground, repeat, stroke, wave } from './pattern.ts';
import type { Pattern } from './pattern.ts';

/** Quiet brushed ground, for plain steel and cloth. */
export const plain: Pattern = (dice, c, id) =>
  gradient(`${id}p`, [c.second, c.base, c.deep], 40, 120) +
  ground(`url(#${id}p)`) +
  repeat(34, () => {
    const x = dice.between(-20, 230);
    const y = dice.between(0, 124);
    return stroke(`M${num(x)} ${num(y)}h${num(dice.between(18, 70))}`, dice.pick([c.pop, c.ink]), 0.6, 0.16);
  });

export const camo: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(30, (at) => {
    const color = [c.deep, c.second, mix(c.base, c.ink, 0.45)][at % 3] ?? c.deep;
    return fill(
      blob(dice, dice.between(0, 240), dice.between(6, 118), dice.between(9, 24), dice.between(5, 12), 0.5, 9),
      color,
    );
  });

export const topo: Pattern = (dice, c) => {
  const cx = dice.between(50, 190);
  const cy = dice.between(30, 90);
  return (
    ground(c.deep) +
    repeat(13, (at) => {
      const reach = 15 - at;
      const color = mix(c.deep, at % 2 ? c.second : c.base, 0.25 + at * 0.06);
      const path = blob(dice, cx, cy, reach * 12, reach * 7, 0.1, 11);
      return fill(path, color) + stroke(path, at === 8 ? c.pop : c.ink, 0.9, 0.5);
    })
  );
};

export const fade: Pattern = (_dice, c, id) =>
  gradient(`${id}f`, [c.second, c.base, c.deep, c.pop], 232, 96) + ground(`url(#${id}f)`);

/** Smoke of three colours over dark, with bright veins. */
export const doppler: Pattern = (dice, c, id) => {
  const cloud = (at: number): string => {
    const color = [c.base, c.second, c.deep, c.pop][at % 4] ?? c.base;
    return (
      `<radialGradient id="${id}d${at}"><stop stop-color="${color}" stop-opacity=".95"/>` +
      `<stop offset=".55" stop-color="${color}" stop-opacity=".5"/>` +
      `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`
    );
  };
  return (
    repeat(4, cloud) +
    ground(c.ink) +
    repeat(26, (at) => {
      const [x, y] = [dice.between(0, 240), dice.between(0, 124)];
      const paint = `url(#${id}d${at % 9 === 8 ? 3 : at % 3})`;
      return (
        `<ellipse cx="${num(x)}" cy="${num(y)}" ` +
        `rx="${num(dice.between(18, 46))}" ry="${num(dice.between(9, 22))}" ` +
        `transform="rotate(${num(dice.between(-40, 40))} ${num(x)} ${num(y)})" fill="${paint}"/>`
      );
    }) +
    repeat(7, () => {
      const [x, y] = [dice.between(-10, 220), dice.between(10, 114)];
      return stroke(
        `M${num(x)} ${num(y)}q14 ${num(dice.between(-18, 18))} 30 ${num(dice.between(-8, 8))}` +
          `t34 ${num(dice.between(-12, 12))}`,
        c.pop,
        0.9,
        0.5,
      );
    })
  );
};

/** Long tapering stripes, as on a tiger's flank. */
export const tiger: Pattern = (dice, c, id) =>
  gradient(`${id}t`, [c.second, c.base, c.second], 60, 130) +
  ground(`url(#${id}t)`) +
  repeat(24, (at) => {
    const x = at * 11 - 8 + dice.between(-3, 3);
    const w = dice.between(3, 6);
    const top = at % 2 === 0;
    const tip = top ? dice.between(62, 84) : dice.between(40, 62);
    const foot = top ? -4 : 128;
    const bend = dice.between(-12, -3);
    return fill(
      `M${num(x)} ${foot}Q${num(x + bend)} ${num((foot + tip) / 2)} ${num(x + bend / 2)} ${num(tip)}` +
        `Q${num(x + w + bend)} ${num((foot + tip) / 2)} ${num(x + w * 1.7)} ${foot}Z`,
      c.deep,
    );
  });

/** Spider webs over a dark ground. */
export const web: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(22, () => fill(blob(dice, dice.between(0, 240), dice.between(0, 124), 22, 12, 0.4), c.deep, 0.35)) +
  repeat(3, (at) => {
    const cx = 40 + at * 78 + dice.between(-14, 14);
    const cy = dice.between(34, 90);
    const arms = 11;
    const arm = (index: number, reach: number): string => {
      const angle = (index / arms) * Math.PI * 2;
      return `${num(cx + Math.cos(angle) * reach)} ${num(cy + Math.sin(angle) * reach)}`;
    };
    const spokes = repeat(arms, (index) => `M${num(cx)} ${num(cy)}L${arm(index, 60)}`);
    const rings = repeat(6, (level) =>
      repeat(
        arms,
        (index) =>
          `M${arm(index, 7 + level * 9)}Q${arm(index + 0.5, 5 + level * 7.6)} ${arm(index + 1, 7 + level * 9)}`,
      ),
    );
    return stroke(spokes, c.ink, 1.3) + stroke(rings, c.ink, 1);
  });

/** Folded steel: many close wavy lines. */
export const damascus: Pattern = (dice, c, id) =>
  gradient(`${id}a`, [c.second, c.base, c.second], 30, 124) +
  ground(`url(#${id}a)`) +
  repeat(34, (at) =>
    stroke(
      wave(at * 3.8 - 2, dice.between(4, 9), dice.between(26, 46), dice.between(0, 30)),
      at % 3 ? c.deep : c.pop,
      1.1,
      at % 3 ? 0.75 : 0.5,
    ),
  );

/** Heat-coloured steel: patches that run into each other. */
export const caseHardened: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(46, (at) => {
    const color = [c.second, c.pop, c.deep, c.base, mix(c.second, c.deep, 0.5)][at % 5] ?? c.base;
    return fill(
      blob(dice, dice.between(-6, 246), dice.between(-4, 128), dice.between(8, 26), dice.between(5, 14), 0.6, 9),
      color,
      0.72,
    );
  });

/** Zebra-like slashes, thick in the middle and sharp at both ends. */
export const slaughter: Pattern = (dice, c, id) =>
  gradient(`${id}s`, [c.second, c.base, c.deep, c.base], 220, 120) +
  ground(`url(#${id}s)`) +
  repeat(40, () => {
    const [x, y] = [dice.between(-10, 235), dice.between(-6, 124)];
    const [dx, dy] = [dice.between(14, 34), dice.between(-16, 16)];
    const bend = dice.between(4, 9);
    return fill(
      `M${num(x)} ${num(y)}Q${num(x + dx / 2)} ${num(y + dy / 2 - bend)} ${num(x + dx)} ${num(y + dy)}` +
        `Q${num(x + dx / 2)} ${num(y + dy / 2 + bend)} ${num(x)} ${num(y)}Z`,
      dice.pick([c.deep, c.deep, c.pop]),
      0.85,
    );
  });

export const halftone: Pattern = (dice, c) => {
  const flip = dice.roll() > 0.5;
  const dots = (wanted: boolean): string =>
    repeat(15, (row) => {
      if ((row % 4 === 3) !== wanted) return '';
      return repeat(29, (column) => {
        const share = flip ? 1 - column / 29 : column / 29;
        return oval(column * 8.4 + (row % 2) * 4, row * 8.4, 0.6 + share * 3.7);
      });
    });
  return ground(c.base) + fill(dots(false), c.deep) + fill(dots(true), c.pop);
};

export const splatter: Pattern = (dice, c) =>
  ground(c.base) +
  repeat(34, (at) => {
    const [x, y] = [dice.between(0, 240), dice.between(4, 120)];
    const size = dice.between(3, 13);
    const color = [c.second, c.pop, c.deep][at % 3] ?? c.second;
    const drops = repeat(5, () =>
      fill(oval(x + dice.between(-2.2, 2.2) * size, y + dice.between(-1.6, 1.6) * size, dice.between(0.6, 2)), color),
    );
    return fill(blob(dice, x, y, size * 1.2, size * 0.8, 0.55, 10), color) + drops;
  });

export const scales: Pattern = (dice, c) =>
  ground(c.deep) +
  repeat(13, (row) =>
    repeat(18, (column) => {
      const x = column * 14 + (row % 2) * 7 - 7;
      const y = 112 - row * 9;
      const tone = mix(c.base, dice.pick([c.second, c.second, c.deep]), dice.between(0, 0.8));
      const color = dice.roll() > 0.95 ? c.pop : tone;
      return `<path d="M${x} ${y}h14q0 11-7 14q-7-3-7-14Z" fill="${color}" stroke="${mix(c.ink, c.deep, 0.3)}"/>`;
    }),
  );

export const flames: Pattern = (dice, c, id) =>
  gradient(`${id}e`, [c.deep, c.deep, c.base], 40, 124) +
  ground(`url(#${id}e)`) +
  [c.base, c.second, c.pop]
    .map((color, layer) =>
      repeat(15, (at) => {
        const x = at * 17 - 8 + dice.between(-5, 5);
        const tall = (124 - layer * 26) * dice.between(0.66, 1.04);
        return fill(
          `M${num(x - 9)} 128C${num(x - 13)} ${num(124 - tall * 0.5)} ${num(x + 7)} ${num(124 - tall * 0.55)} ` +
            `${num(x - 3)} ${num(124 - tall)}` +
            `C${num(x + 16)} ${num(124 - tall * 0.7)} ${num(x + 13)} ${num(124 - tall * 0.3)} ${num(x + 12)} 128Z`,
          color,
        );
      }),
    )
    .join('');

export const leaves: Pattern = (dice, c) =>
  ground(mix(c.deep, c.base, 0.25)) +
  repeat(96, (at) => {
    const [x, y] = [dice.between(-6, 240), dice.between(-4, 124)];
    const length = dice.between(13, 28);
    const turn = num(dice.between(0, 360));
    const color = [c.base, c.second, mix(c.base, c.deep, 0.5), at % 8 === 3 ? c.pop : c.second][at % 4] ?? c.base;
    const [half, third] = [num(length / 2), num(length / 3)];
    const leaf = `M0 0Q${half} ${num(-length / 3)} ${num(length)} 0Q${half} ${third} 0 0Z`;
    const rib = stroke(`M2 0H${num(length - 3)}`, c.ink, 0.7, 0.6);
    return `<g transform="translate(${num(x)} ${num(y)}) rotate(${turn})">${fill(leaf, color)}${rib}</g>`;
  });

export const water: Pattern = (dice, c, id) =>
  gradient(`${id}o`, [c.second, c.base, c.deep], 60, 124) +
  ground(`url(#${id}o)`) +
  repeat(11, (row) => {
    const y = row * 12;
    return (
      stroke(wave(y, 9, 34, (row % 2) * 17 + dice.between(0, 6)), c.deep, 5, 0.45) +
      stroke(wave(y - 2, 9, 34, (row % 2) * 17 + 3), row % 3 === 1 ? c.pop : c.second, 1.6, 0.9)
    );
  });

export const stars: Pattern = (dice, c, id) =>
  doppler(dice, { ...c, pop: c.second }, id) +
  repeat(70, () => fill(oval(dice.between(0, 240), dice.between(0, 124), dice.between(0.4, 1.3)), c.pop, 0.9)) +
  repeat(6, () => fill(burst(dice.between(10, 230), dice.between(10, 114), 5, 1.2, 4), c.pop));

export const rust: Pattern = (dice, c) =>
  ground(c.second) +
  repeat(42, (at) => {
    const color = [c.base, c.deep, mix(c.base, c.pop, 0.4)][at % 3] ?? c.base;
    return fill(
      blob(dice, dice.between(0, 240), dice.between(0, 124), dice.between(4, 22), dice.between(3, 12), 0.6, 10),
      color,
      0.78,
    );
  }) +
  repeat(90, () => fill(oval(dice.between(0, 240), dice.between(0, 124), dice.between(0.5, 1.4)), c.ink, 0.5));

export const bubbles: Pattern = (dice, c, id) =>
  gradient(`${id}b`, [c.base, c.deep], 120, 124) +
  ground(`url(#${id}b)`) +
  repeat(40, (at) => {
    const [x, y, r] = [dice.between(0, 240), dice.between(0, 124), dice.between(2, 10)];
    return (
      fill(oval(x, y, r), at % 5 === 0 ? c.pop : c.second, 0.55) +
      fill(oval(x - r * 0.3, y - r * 0.3, r * 0.3), '#ffffff', 0.6)
    );
  });

/** Knitted or woven cloth in two tones with a broad band of trim. */
export const knit: Pattern = (dice, c, id) =>
  `<pattern id="${id}k" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill="${c.base}"/>` +
  `<path d="M0 1L3 4L6 1M0 4L3 7L6 4" stroke="${c.deep}" stroke-width="1" fill="none" stroke-opacity=".55"/>` +
  `</pattern>${ground(`url(#${id}k)`)}` +
  repeat(3, (at) =>
    fill(`M0 ${num(18 + at * 42 + dice.between(-3, 3))}h240v9h-240Z`, at === 1 ? c.pop : c.second, 0.9),
  );
