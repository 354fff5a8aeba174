import { nftsQuery } from '@billfold/core/features/nfts/nftsQuery'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useState } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { accountTexts } from '../i18n/account/accountTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { ListFailed } from './ListFailed.tsx'
import { ListWaiting } from './ListWaiting.tsx'

/** The collectibles, with their pictures as our server shows them: no other host learns who looks. */
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
      {data.map(({ contract, tokenId, collection, quantity, image, isAsked }) => (
        <li key={`${contract}/${tokenId}`} className="nft">
          <NftPicture name={collection || text.unnamed} image={image} isVeiled={!isAsked} />
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

/** A picture. One that came unasked is blurred until it is wanted: it may show anything. */
function NftPicture({ name, image, isVeiled }: { name: string; image: string | undefined; isVeiled: boolean }) {
  const { showPicture } = useArea(accountTexts)
  const [isShown, setShown] = useState(false)
  const [isBroken, setBroken] = useState(false)
  if (!image || isBroken) return <Monogram name={name} size={96} />
  const picture = (
    <img
      className="tile-image"
      src={image}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
  if (!isVeiled || isShown) return picture
  return (
    <button
      type="button"
      aria-label={`${showPicture}: ${name}`}
      data-testid="nft-veiled"
      style={{ filter: 'blur(12px)', inlineSize: '100%' }}
      onClick={() => setShown(true)}
    >
      {picture}
    </button>
  )
}
