import type { Transaction } from '@billfold/protocol/api/history'
import type { TokenIcons } from './tokenIcons.ts'

/** A transaction whose tokens' pictures are this server's; those it would not fetch are left out. */
export function withOwnIcons(transaction: Transaction, icons: TokenIcons, baseUrl: string): Transaction {
  const own = (url: string | null | undefined) => {
    if (!url || url.startsWith(`${baseUrl}/`)) return url ?? null
    const path = icons.pathOf(url)
    return path === undefined ? null : `${baseUrl}${path}`
  }
  const { metadata, transfers } = transaction
  const { application } = metadata
  return {
    ...transaction,
    metadata: application
      ? { ...metadata, application: { ...application, iconUrl: own(application.iconUrl) } }
      : metadata,
    transfers: transfers.map((transfer) => {
      const info = transfer.fungible_info
      if (!info?.icon) return transfer
      const url = own(info.icon.url)
      return { ...transfer, fungible_info: { ...info, icon: url ? { ...info.icon, url } : null } }
    }),
  }
}
