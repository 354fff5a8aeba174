import { Suspense } from 'react'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

type MarkProps = { symbol: string; size: number }

/** The coins that we draw. */
const marked = /^(?:ETH|BTC|SOL|DOT)$/
const CoinMark = lazyPart<MarkProps>(async () => (await import('../../ui/CoinMark.tsx')).CoinMark, Letters)

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
