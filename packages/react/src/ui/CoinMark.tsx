const marks = {
  ETH: {
    paper: '#5f6f9e',
    draw: [
      ['M20 7 11.500 20.600 20 16.800Z', 0.75],
      ['M20 7v9.800l8.500 3.800Z', 1],
      ['M11.500 20.600 20 25.700v-8.900Z', 1],
      ['M28.500 20.600 20 25.700v-8.900Z', 0.6],
      ['M11.500 22.700 20 33v-5.300Z', 0.75],
      ['M28.500 22.700 20 33v-5.300Z', 1],
    ],
  },
  BTC: {
    paper: '#c9781b',
    draw: [
      [
        'M15.500 11h2V8.500h2.300V11h1.400V8.500h2.300v2.600c2.500.4 4.100 1.800 4.100 4.300 0 1.700-.8 2.900-2.100 3.600 1.900.6 3.100 2 3.100 4.200 0 3-2 4.700-5.100 5v2.800h-2.300v-2.700h-1.400v2.700h-2.300v-2.700h-4.300v-2.500h2V13.500h-2V11Zm3.300 2.600v4.200h2.500c1.500 0 2.400-.8 2.400-2.100s-.9-2.100-2.400-2.100Zm0 6.600v5.400h2.900c1.900 0 2.900-1 2.900-2.700s-1-2.700-2.900-2.700Z',
        1,
      ],
    ],
  },
  SOL: {
    paper: '#4a3f8f',
    draw: [
      ['M13.500 12h15.500l-3 4.300h-15.500Z', 1],
      ['M10.500 17.900h15.500l3 4.300h-15.500Z', 0.75],
      ['M13.500 23.800h15.500l-3 4.300h-15.500Z', 1],
    ],
  },
  DOT: {
    paper: '#b8246f',
    draw: [
      ['M20 8.500a4.500 2.600 0 1 1 0 5.200 4.500 2.600 0 0 1 0-5.200', 1],
      ['M20 26.300a4.500 2.600 0 1 1 0 5.200 4.500 2.600 0 0 1 0-5.200', 1],
      ['M10.800 13.100a4.500 2.600-60 1 1 2.200 5.500 4.500 2.600-60 0 1-2.200-5.500', 0.75],
      ['M29.200 13.100a4.500 2.600 60 1 0-2.200 5.500 4.500 2.600 60 0 0 2.200-5.500', 0.75],
      ['M10.800 26.900a4.500 2.600 60 1 0 2.200-5.500 4.500 2.600 60 0 0-2.200 5.500', 0.75],
      ['M29.200 26.900a4.500 2.600-60 1 1-2.200-5.500 4.500 2.600-60 0 1 2.200 5.500', 0.75],
    ],
  },
} as const satisfies Record<string, { paper: string; draw: readonly (readonly [d: string, opacity: number])[] }>

/** A chain's own coin, drawn by us: recognizable without a request. */
export function CoinMark({ symbol, size }: { symbol: string; size: number }) {
  const { paper, draw } = marks[symbol as keyof typeof marks]
  return (
    <span className="tile tile-round" style={{ inlineSize: size, blockSize: size }}>
      <svg className="tile-image" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
        <rect width="40" height="40" fill={paper} />
        {draw.map(([d, opacity]) => (
          <path key={d} d={d} fill="#fff" fillOpacity={opacity} fillRule="evenodd" />
        ))}
      </svg>
    </span>
  )
}
