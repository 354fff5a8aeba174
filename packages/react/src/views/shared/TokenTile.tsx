import { Suspense } from 'react'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

type MarkProps = { symbol: string; size: number }

/** The coins that we draw. */
const marked = /^(?:ETH|BTC|SOL|DOT)$/
/** Draws a coin; only the drawings come on demand, since a chunk with nothing but a component would bring React a file of its own. */
const CoinMark = lazyPart<MarkProps>(async () => {
  const { coinMarks } = await import('../../ui/coinMarks.ts')
  return function Mark({ symbol, size }) {
    const { paper, draw } = coinMarks[symbol]!
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
}, Letters)

function Letters({ symbol, size }: MarkProps) {
  return <WalletTile name={symbol} size={size} round />
}

/** A token's picture; a chain's own coin without one is drawn, and of anything else there is the monogram. */
export function TokenTile({
  token: { symbol, address },
  image,
  size = 40,
}: {
  token: { symbol: string; address?: string | null | undefined }
  image?: string | undefined
  size?: number
}) {
  // A token may call itself ETH; only the coin has no contract.
  if (image || address || !marked.test(symbol)) return <WalletTile name={symbol} image={image} size={size} round />
  return (
    <Suspense fallback={<Letters symbol={symbol} size={size} />}>
      <CoinMark symbol={symbol} size={size} />
    </Suspense>
  )
}
