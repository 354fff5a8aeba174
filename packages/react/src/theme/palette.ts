import type { Rgb } from './color.ts'

const rgb = (hex: number): Rgb => [hex >> 16, (hex >> 8) & 255, hex & 255]

/** The surfaces and inks that a site's own colors must stay readable on: the same values as theme.css. */
export const palettes = {
  light: {
    paper: rgb(0xfbfaf7),
    raised: rgb(0xf3f1eb),
    inset: rgb(0xffffff),
    ink: rgb(0x161713),
    ink2: rgb(0x5b5d55),
    ink3: rgb(0x6a6c63),
    accent: rgb(0x0b6e4f),
    onAccent: rgb(0xffffff),
    caution: rgb(0x8a5a00),
    danger: rgb(0xb3261e),
    done: rgb(0x0b6e4f),
  },
  dark: {
    paper: rgb(0x151613),
    raised: rgb(0x1d1f1b),
    inset: rgb(0x101110),
    ink: rgb(0xf2f1ec),
    ink2: rgb(0xa9aba1),
    ink3: rgb(0x8d8f86),
    accent: rgb(0x4cc38a),
    onAccent: rgb(0x06140d),
    caution: rgb(0xe5b454),
    danger: rgb(0xff8a80),
    done: rgb(0x4cc38a),
  },
} as const satisfies Record<'light' | 'dark', Record<string, Rgb>>
