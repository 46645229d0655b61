import { describe, expect, test } from 'vitest';
import { pathPoints, placement } from './fit.ts';
import { motifFor } from './motifs.ts';
import { moved, oval, poly } from '../shapes/path.ts';
import { PATTERNS } from './patterns.ts';
import { dice, hash } from './random.ts';
import { SHAPES } from '../shapes/kinds.ts';

const motif = (design: string) => motifFor(design, 'ak', dice(design));

describe('motifs', () => {
  test('follow the words of the name', () => {
    expect(motif('Redline').pattern).toBe('racing');
    expect(motif('Tiger Tooth').pattern).toBe('tiger');
    expect(motif('Crimson Web').pattern).toBe('web');
    expect(motif('Forest DDPAT').pattern).toBe('pixels');
    expect(motif('Gamma Doppler').colors).not.toEqual(motif('Doppler').colors);
    expect(motif('Fade').pattern).toBe('fade');
  });

  test('prefer the deciding word: golden gear is gold', () => {
    expect(motif('Golden Shadow Masquerade').colors).toEqual(motif('Golden Moonfall').colors);
  });

  test('match whole beginnings of words, not letters inside one', () => {
    expect(motif('Unfaded').pattern).toBe(motifFor('Unfaded', 'ak', dice('Unfaded')).pattern);
    expect(motif('Unfaded').colors).not.toEqual(motif('Fade').colors);
  });

  test('give plain steel to an unpainted knife', () => {
    expect(motif('').pattern).toBe('plain');
  });

  test('every pattern paints something, the same each time', () => {
    expect(Object.keys(PATTERNS).length).toBeGreaterThanOrEqual(20);
    const { colors } = motif('Redline');
    for (const paint of Object.values(PATTERNS)) {
      expect(paint(dice('x'), colors, 'a').length).toBeGreaterThan(60);
      expect(paint(dice('x'), colors, 'a')).toBe(paint(dice('x'), colors, 'a'));
    }
  });
});

describe('geometry', () => {
  test('hash is FNV-1a', () => {
    expect(hash('')).toBe(0x811c9dc5);
    expect(hash('a')).toBe(0xe40c292c);
  });

  test('pathPoints bounds lines, curves and ovals', () => {
    expect(pathPoints('M1 2H5V9Q3 4 1 2Z')).toEqual([
      [1, 2],
      [5, 2],
      [5, 9],
      [3, 4],
      [1, 2],
    ]);
    const xs = pathPoints(oval(10, 20, 4, 3)).map(([x]) => x);
    const ys = pathPoints(oval(10, 20, 4, 3)).map(([, y]) => y);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([6, 14, 17, 23]);
    expect(() => pathPoints('m1 2')).toThrow(/not supported/);
  });

  test('poly refuses half a point, moved turns about the origin', () => {
    expect(() => poly('1,2 3')).toThrow(/bad point list/);
    expect(moved('M10 0L0 10', 90, 1, 2)).toBe('M1 12L-9 2');
  });

  test('every silhouette fits the box', () => {
    for (const [kind, shape] of Object.entries(SHAPES)) {
      const [, dx = '', dy = '', scale = '', turn = ''] =
        /^translate\((\S+) (\S+)\) scale\((\S+)\) rotate\((\S+)\)$/.exec(placement(shape)) ?? [];
      const angle = (Number(turn) * Math.PI) / 180;
      for (const [x, y] of shape.parts.flatMap((part) => pathPoints(part.path))) {
        const px = Number(dx) + Number(scale) * (x * Math.cos(angle) - y * Math.sin(angle));
        const py = Number(dy) + Number(scale) * (x * Math.sin(angle) + y * Math.cos(angle));
        expect(px >= 8 && px <= 232 && py >= 5 && py <= 119, kind).toBe(true);
      }
    }
  });
});
