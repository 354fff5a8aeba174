import { CoinMark, isMarked } from './CoinMark.tsx'
import { WalletTile } from './WalletTile.tsx'

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
  if (!image && !address && isMarked(symbol)) return <CoinMark symbol={symbol} size={size} />
  return <WalletTile name={symbol} image={image} size={size} round />
}
