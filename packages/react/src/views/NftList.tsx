import { nftsQuery } from '@billfold/core/features/nfts/nftsQuery'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { accountTexts } from '../i18n/account/accountTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { ListFailed } from './ListFailed.tsx'
import { ListWaiting } from './ListWaiting.tsx'

/** The collectibles. Their pictures stay where they are: fetching them would tell other hosts who looks. */
export function NftList({ caip }: { caip: CaipAddress }) {
  const kit = useKit()
  const text = useArea(accountTexts)
  const { data, isError, refetch } = useKitQuery(nftsQuery(kit, { address: caip }))
  if (!data && isError)
    return <ListFailed title={text.nftsAway} text={text.nftsAwayDetail} onRetry={refetch} testId="nfts-away" />
  if (!data) return <ListWaiting shape="tile" count={3} />
  if (data.length === 0) return <EmptyState icon="picture" title={text.noNfts} text={text.noNftsDetail} />
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
