import { nftsQuery } from '@billfold/core/features/nfts/nftsQuery'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { accountTexts } from '../i18n/account/accountTexts.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { useArea } from '../i18n/useArea.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The collectibles. Their pictures stay where they are: fetching them would tell other hosts who looks. */
export function NftList({ caip }: { caip: CaipAddress }) {
  const kit = useKit()
  const text = useArea(accountTexts)
  const { shell } = useText()
  const { data, isError, refetch } = useKitQuery(nftsQuery(kit, { address: caip }))
  if (!data && isError)
    return (
      <EmptyState icon="warning" title={text.activityAway} text={text.activityAwayDetail}>
        <Button size="s" icon="refresh" onClick={() => void refetch()}>
          {shell.tryAgain}
        </Button>
      </EmptyState>
    )
  if (!data)
    return (
      <div className="grid" aria-busy="true">
        <span className="visually-hidden">{text.loading}</span>
        <Skeleton shape="tile" count={4} />
      </div>
    )
  if (data.length === 0) return <EmptyState icon="seal" title={text.noNfts} text={text.noNftsDetail} />
  return (
    <ul className="nfts">
      {data.map(({ contract, tokenId, collection, quantity }) => (
        <li key={`${contract}/${tokenId}`} className="nft">
          <Monogram name={collection || text.unnamed} size={96} />
          <bdi className="nft-name">{collection || text.unnamed}</bdi>
          <bdi className="nft-id">
            #{tokenId.length > 10 ? `${tokenId.slice(0, 4)}…${tokenId.slice(-4)}` : tokenId}
            {quantity === '1' ? '' : ` × ${quantity}`}
          </bdi>
        </li>
      ))}
    </ul>
  )
}
