import type { ThemeVariables } from './themeProperties.ts'

/** A value of the light mode and one of the dark mode. */
type Pair = readonly [light: string, dark: string]
type Look = {
  surface: Pair
  raised: Pair
  field: Pair
  ink: Pair
  quiet: Pair
  faint: Pair
  accent: Pair
  backdrop: Pair
  shadow: Pair
  radius: string
  border?: Pair
  blur?: string
  density?: number
}

const deep = (light: string, dark = '0 0 0 / 0.6'): Pair => [
  `0 16px 48px -8px rgb(${light})`,
  `0 16px 48px -8px rgb(${dark})`,
]

/**
 * Looks that a site can begin with, as data. The near ones resemble what a site had before it moved; their values are
 * our own.
 */
export const looks = {
  nearAppKit: {
    surface: ['#ffffff', '#18191a'],
    raised: ['#f3f3f4', '#232526'],
    field: ['#fbfbfb', '#1e2021'],
    ink: ['#1c1d1e', '#f5f5f6'],
    quiet: ['#55595c', '#b3b8bb'],
    faint: ['#62676a', '#989ea2'],
    accent: ['#0b78d0', '#4aa3ef'],
    backdrop: ['rgb(16 18 19 / 0.5)', 'rgb(0 0 0 / 0.6)'],
    shadow: deep('16 18 19 / 0.18'),
    radius: '6px',
    blur: '4px',
  },
  nearRainbowKit: {
    surface: ['#ffffff', '#1b1c20'],
    raised: ['#f4f6f8', '#282a30'],
    field: ['#ffffff', '#222328'],
    ink: ['#24282d', '#fbfbfc'],
    quiet: ['#53606b', '#b4b9c2'],
    faint: ['#5f6b76', '#9da3ae'],
    accent: ['#1069e8', '#4a94ff'],
    backdrop: ['rgb(20 24 30 / 0.32)', 'rgb(0 0 0 / 0.5)'],
    shadow: ['0 8px 36px rgb(10 14 20 / 0.26)', '0 8px 36px rgb(0 0 0 / 0.42)'],
    radius: '5px',
  },
  nearConnectKit: {
    surface: ['#ffffff', '#20222a'],
    raised: ['#f5f6f8', '#2b2e38'],
    field: ['#ffffff', '#252832'],
    ink: ['#33363e', '#ffffff'],
    quiet: ['#5b616e', '#b8bdca'],
    faint: ['#646a78', '#a2a8b6'],
    accent: ['#1573d6', '#5ba6f5'],
    backdrop: ['rgb(60 64 72 / 0.3)', 'rgb(0 0 0 / 0.42)'],
    shadow: ['0 4px 20px rgb(20 24 32 / 0.1)', '0 4px 20px rgb(0 0 0 / 0.3)'],
    radius: '5px',
    blur: '2px',
  },
  graphite: {
    surface: ['#fafafa', '#141414'],
    raised: ['#eeeeee', '#1f1f1f'],
    field: ['#ffffff', '#0f0f0f'],
    ink: ['#171717', '#f0f0f0'],
    quiet: ['#525252', '#ababab'],
    faint: ['#5f5f5f', '#929292'],
    accent: ['#2b2b2b', '#e8e8e8'],
    backdrop: ['rgb(10 10 10 / 0.4)', 'rgb(0 0 0 / 0.65)'],
    shadow: deep('10 10 10 / 0.24'),
    radius: '3px',
  },
  midnight: {
    surface: ['#f7f8fd', '#0f1424'],
    raised: ['#eaedf9', '#192036'],
    field: ['#ffffff', '#0b0f1c'],
    ink: ['#141a33', '#eef1fc'],
    quiet: ['#4c557a', '#a8b1d3'],
    faint: ['#5a6389', '#8e98be'],
    accent: ['#3a4fd0', '#8b9bff'],
    backdrop: ['rgb(15 20 36 / 0.45)', 'rgb(4 6 14 / 0.66)'],
    shadow: deep('15 20 60 / 0.26'),
    radius: '4px',
    blur: '6px',
  },
  ocean: {
    surface: ['#f5fafb', '#0d1b20'],
    raised: ['#e6f1f4', '#15272e'],
    field: ['#ffffff', '#0a1519'],
    ink: ['#0f2a33', '#e8f4f7'],
    quiet: ['#45616b', '#a0bac3'],
    faint: ['#516c76', '#86a2ac'],
    accent: ['#0b6f86', '#4fc3dc'],
    backdrop: ['rgb(8 32 40 / 0.42)', 'rgb(2 10 13 / 0.64)'],
    shadow: deep('8 40 52 / 0.24'),
    radius: '5px',
  },
  sand: {
    surface: ['#fdf9f2', '#1c1812'],
    raised: ['#f5eddf', '#282218'],
    field: ['#fffdf9', '#16120d'],
    ink: ['#2c2416', '#f7efe0'],
    quiet: ['#665a45', '#bfb29a'],
    faint: ['#6e614b', '#a3967f'],
    accent: ['#96500f', '#eaa65c'],
    backdrop: ['rgb(44 36 22 / 0.4)', 'rgb(10 8 4 / 0.62)'],
    shadow: deep('70 52 20 / 0.24'),
    radius: '4px',
  },
  rose: {
    surface: ['#fff8f9', '#1f1418'],
    raised: ['#fcebee', '#2c1d22'],
    field: ['#ffffff', '#180f12'],
    ink: ['#34141d', '#fbecf0'],
    quiet: ['#75505b', '#cba9b3'],
    faint: ['#7c5863', '#b08f99'],
    accent: ['#b92553', '#ff8fae'],
    backdrop: ['rgb(52 20 29 / 0.38)', 'rgb(12 5 8 / 0.62)'],
    shadow: deep('90 20 44 / 0.22'),
    radius: '6px',
  },
  violet: {
    surface: ['#faf8ff', '#17132a'],
    raised: ['#f0ebfd', '#221c3c'],
    field: ['#ffffff', '#110e20'],
    ink: ['#211640', '#f2eefe'],
    quiet: ['#5b5080', '#b4a9d8'],
    faint: ['#675c8c', '#9b90c0'],
    accent: ['#6a36d9', '#b79bff'],
    backdrop: ['rgb(33 22 64 / 0.42)', 'rgb(7 4 16 / 0.66)'],
    shadow: deep('52 24 120 / 0.26'),
    radius: '5px',
    blur: '8px',
  },
  citrus: {
    surface: ['#fcfdf4', '#171a10'],
    raised: ['#f2f5e0', '#222617'],
    field: ['#ffffff', '#11140b'],
    ink: ['#1f240f', '#f3f7e2'],
    quiet: ['#555c3b', '#b2ba95'],
    faint: ['#606746', '#979f7b'],
    accent: ['#4f6b00', '#c3e34a'],
    backdrop: ['rgb(31 36 15 / 0.4)', 'rgb(8 10 3 / 0.62)'],
    shadow: deep('44 56 8 / 0.22'),
    radius: '4px',
  },
  blueprint: {
    surface: ['#ffffff', '#0c1420'],
    raised: ['#eef3fa', '#141f30'],
    field: ['#ffffff', '#0a101a'],
    ink: ['#0b1b33', '#e6eefa'],
    quiet: ['#475a78', '#9fb1cc'],
    faint: ['#53668a', '#8698b6'],
    accent: ['#0a4fb5', '#6aa8ff'],
    border: ['rgb(11 27 51 / 0.24)', 'rgb(160 190 230 / 0.26)'],
    backdrop: ['rgb(11 27 51 / 0.3)', 'rgb(2 5 10 / 0.6)'],
    shadow: ['0 0 0 1px rgb(11 27 51 / 0.3)', '0 0 0 1px rgb(160 190 230 / 0.3)'],
    radius: '0px',
    density: 0.9,
  },
  contrast: {
    surface: ['#ffffff', '#000000'],
    raised: ['#f2f2f2', '#1a1a1a'],
    field: ['#ffffff', '#000000'],
    ink: ['#000000', '#ffffff'],
    quiet: ['#2e2e2e', '#dcdcdc'],
    faint: ['#3d3d3d', '#cccccc'],
    accent: ['#0033cc', '#ffe14d'],
    border: ['#000000', '#ffffff'],
    backdrop: ['rgb(0 0 0 / 0.7)', 'rgb(0 0 0 / 0.8)'],
    shadow: ['0 0 0 2px #000000', '0 0 0 2px #ffffff'],
    radius: '2px',
  },
} as const satisfies Record<string, Look>

export type LookName = keyof typeof looks

/** A look's variables: in one mode, or in both by `light-dark()`. */
export function variablesOfLook(name: LookName, mode?: 'light' | 'dark'): ThemeVariables {
  const look: Look = looks[name]
  const color = ([light, dark]: Pair) =>
    mode === undefined ? `light-dark(${light}, ${dark})` : mode === 'light' ? light : dark
  // A shadow is more than its color: only that differs.
  const shadow = ([light, dark]: Pair) => {
    if (mode !== undefined) return mode === 'light' ? light : dark
    const [inLight, inDark] = [light, dark].map(colorIn)
    return light.replace(inLight ?? '', `light-dark(${inLight}, ${inDark})`)
  }
  return {
    '--w3m-accent': color(look.accent),
    '--w3m-border-radius-master': look.radius,
    '--billfold-surface': color(look.surface),
    '--billfold-raised': color(look.raised),
    '--billfold-field': color(look.field),
    '--billfold-ink': color(look.ink),
    '--billfold-ink-2': color(look.quiet),
    '--billfold-ink-3': color(look.faint),
    ...(look.border ? { '--billfold-border': color(look.border) } : {}),
    '--billfold-shadow': shadow(look.shadow),
    '--billfold-backdrop': color(look.backdrop),
    ...(look.blur ? { '--billfold-blur': look.blur } : {}),
    ...(look.density ? { '--billfold-density': look.density } : {}),
  }
}

/** The color at a shadow's end. */
const colorIn = (shadow: string): string => /(?:rgb\([^)]*\)|#\w+)$/.exec(shadow)?.[0] ?? ''
