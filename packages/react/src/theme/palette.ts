import { parseColor, type Rgb } from './color.ts'

const rgb = (hex: string): Rgb => parseColor(hex) as Rgb

/** The surfaces and inks that a site's own colours must stay readable beside: the same values as theme.css. */
export const palettes = {
  light: {
    paper: rgb('#fbfaf7'),
    raised: rgb('#f3f1eb'),
    inset: rgb('#ffffff'),
    ink: rgb('#161713'),
    ink2: rgb('#5b5d55'),
    ink3: rgb('#6a6c63'),
    accent: rgb('#0b6e4f'),
    onAccent: rgb('#ffffff'),
    caution: rgb('#8a5a00'),
    danger: rgb('#b3261e'),
    done: rgb('#0b6e4f'),
  },
  dark: {
    paper: rgb('#151613'),
    raised: rgb('#1d1f1b'),
    inset: rgb('#101110'),
    ink: rgb('#f2f1ec'),
    ink2: rgb('#a9aba1'),
    ink3: rgb('#8d8f86'),
    accent: rgb('#4cc38a'),
    onAccent: rgb('#06140d'),
    caution: rgb('#e5b454'),
    danger: rgb('#ff8a80'),
    done: rgb('#4cc38a'),
  },
} as const satisfies Record<'light' | 'dark', Record<string, Rgb>>
