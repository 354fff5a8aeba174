import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { addressKey } from '@billfold/protocol/sameAddress'
import type { ServerChain } from '../chains/serverChain.ts'
import { listedTokens } from './listedTokens.ts'
import type { TokenIcons } from './tokenIcons.ts'
import { tokenImageUrl } from './tokenImageUrl.ts'

/**
 * A transaction whose tokens' pictures are this server's, the same as in balances; those it would not fetch are left out. Where no app is known,
 * `application` says so: clients read it unasked.
 */
export function withOwnIcons(
  transaction: Transaction,
  icons: TokenIcons,
  baseUrl: string,
  chain?: ServerChain,
): Transaction {
  const own = (url: string | null | undefined) => {
    if (!url || url.startsWith(`${baseUrl}/`)) return url ?? null
    const path = icons.pathOf(url)
    return path === undefined ? null : `${baseUrl}${path}`
  }
  const { metadata, transfers } = transaction
  const { application } = metadata
  return {
    ...transaction,
    metadata: {
      ...metadata,
      application: application ? { ...application, iconUrl: own(application.iconUrl) } : null,
    },
    transfers: transfers.map((transfer) => {
      const info = transfer.fungible_info
      if (!info) return transfer
      const { symbol } = info
      const address = transfer.token?.slice((chain?.id.length ?? 0) + 1)
      const listed = chain && symbol && isListed(chain, transfer)
      const url = own(info.icon?.url) ?? (listed ? tokenImageUrl(baseUrl, chain, { symbol, address }) : null)
      return { ...transfer, fungible_info: { ...info, icon: url ? { ...info.icon, url } : null } }
    }),
  }
}

/** Whether a transfer is of the chain's own coin or of a token that someone vouches for: others wear no picture but their own. */
function isListed(chain: ServerChain, { token, fungible_info: info }: Transfer): boolean {
  if (token === undefined) return info?.symbol === chain.nativeCurrency.symbol
  return listedTokens(chain).has(addressKey(chain.id, token.slice(chain.id.length + 1)))
}
