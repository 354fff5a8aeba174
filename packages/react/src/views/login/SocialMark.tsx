import type { LoginProvider } from '@billfold/core/model/embedded'

type Mark = { paper: string; ink: string; draw: readonly Stroke[] }
/** Filled, unless it has a width; in the mark's ink, unless it has a color of its own. */
type Stroke = { d: string; width?: number; color?: string; isEven?: true }

/** Simple logos on a square of 24, drawn by us, in each brand's colors: a black one is white on the dark card. */
const marks: Readonly<Record<LoginProvider, Mark>> = {
  google: {
    paper: '#fff',
    ink: '#4285f4',
    draw: [
      { d: 'M16.6 8.3A6 6 0 0 0 6.9 9.2', width: 2.6, color: '#ea4335' },
      { d: 'M6.9 9.2a6 6 0 0 0 0 5.6', width: 2.6, color: '#fbbc05' },
      { d: 'M6.9 14.8a6 6 0 0 0 8.9 2', width: 2.6, color: '#34a853' },
      { d: 'M15.8 16.8A6 6 0 0 0 18 12h-6', width: 2.6 },
    ],
  },
  apple: {
    paper: 'var(--bf-ink)',
    ink: 'var(--bf-paper)',
    draw: [
      {
        d: 'M12 8.2c-1-.5-1.8-.8-2.7-.8-2.3 0-3.9 2-3.9 4.7 0 3.2 2.1 6.8 4.2 6.8.9 0 1.4-.6 2.4-.6s1.5.6 2.4.6c1.6 0 3.1-2.2 3.7-4.1-1.5-.6-2.4-1.8-2.4-3.3 0-1.3.7-2.3 1.8-3-.8-.8-1.7-1.1-2.8-1.1-.9 0-1.7.3-2.7.8z',
      },
      { d: 'M12 6.700c-.1-1.9 1.2-3.4 3-3.6.2 1.9-1.2 3.5-3 3.600z' },
    ],
  },
  github: {
    paper: 'var(--bf-ink)',
    ink: 'var(--bf-paper)',
    draw: [
      {
        d: 'M7 5.2 9.4 6.700a9 9 0 0 1 5.2 0L17 5.200c.5 1 .5 2 .3 2.8.7.8 1 1.8 1 2.9 0 3.3-2 4.4-4.3 4.7.4.5.6 1.1.6 1.900v2.600H9.400v-1.800c-1.9.4-2.6-.5-3.1-1.4-.3-.5-.6-.9-1-1.1.8-.3 1.5 0 2 .7.6.8 1.1 1.1 2.2.8.1-.7.3-1.3.6-1.7-2.4-.3-4.4-1.5-4.4-4.7 0-1.1.4-2.1 1-2.9-.2-.8-.2-1.8.3-2.800z',
      },
    ],
  },
  facebook: {
    paper: '#0866ff',
    ink: '#fff',
    draw: [
      {
        d: 'M13.3 20v-6.800h2.300l.4-2.700h-2.700V8.800c0-.8.3-1.3 1.4-1.300H16V5.100c-.3 0-1.1-.1-2-.1-2.1 0-3.5 1.2-3.5 3.500v2H8.100v2.700h2.400V20z',
      },
    ],
  },
  x: {
    paper: 'var(--bf-ink)',
    ink: 'var(--bf-paper)',
    draw: [
      { d: 'M5.5 5.500h3.400l9.6 13h-3.400zM7.7 6.700l8 10.600h.9l-8-10.600z', isEven: true },
      { d: 'M18 5.5 12.9 11.200M11 13.2 6 18.5', width: 1.4 },
    ],
  },
  discord: {
    paper: '#5865f2',
    ink: '#fff',
    draw: [
      {
        d: 'M9.3 6.500c-1.2.2-2.3.6-3.3 1.100C4.4 10 3.9 12.5 4.1 15c1.2.9 2.6 1.5 4 1.900l.9-1.500c.9.3 2 .4 3 .4s2.1-.1 3-.4l.9 1.500c1.4-.4 2.8-1 4-1.9.3-2.9-.4-5.3-1.9-7.4-1-.5-2.1-.9-3.3-1.100l-.6 1.100a12 12 0 0 0-4.2 0zM9.3 10.600a1.4 1.5 0 1 1 0 3 1.4 1.5 0 0 1 0-3zm5.4 0a1.4 1.5 0 1 1 0 3 1.4 1.5 0 0 1 0-3z',
        isEven: true,
      },
    ],
  },
  farcaster: {
    paper: '#7c65c1',
    ink: '#fff',
    draw: [
      {
        d: 'M6.4 6.500h11.200v1.500h1.300l-.5 1.700h-.6v6.300h.8v1.500h-4.200V16h.7v-3.300a3.100 3.100 0 0 0-6.200 0V16h.7v1.500H5.400V16h.8V9.700h-.6L5.100 8h1.300z',
      },
    ],
  },
}

/** A social login's logo. Its name is next to it, or is its button's. */
export function SocialMark({ provider, size = 40 }: { provider: LoginProvider; size?: number }) {
  const { paper, ink, draw } = marks[provider]
  return (
    <svg className="social-mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="12" fill={paper} />
      {draw.map(({ d, width, color = ink, isEven }) =>
        width ? (
          <path key={d} d={d} fill="none" stroke={color} strokeWidth={width} />
        ) : (
          <path key={d} d={d} fill={color} fillRule={isEven ? 'evenodd' : undefined} />
        ),
      )}
    </svg>
  )
}
