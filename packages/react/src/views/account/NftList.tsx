import { nftsQuery } from '@billfold/core/features/nfts/nftsQuery'
import type { Nft } from '@billfold/protocol/api/nfts'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Monogram } from '../../ui/Monogram.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { ListFailed } from '../shared/ListFailed.tsx'
import { ListWaiting } from '../shared/ListWaiting.tsx'
import { ReceiveFunds } from './ReceiveFunds.tsx'

/** The NFTs, with their pictures as our server shows them: no other host learns who looks. */
export function NftList({ caip }: { caip: CaipAddress }) {
  const kit = useKit()
  const text = useArea(accountTexts)
  const { data, isError, refetch } = useKitQuery(nftsQuery(kit, { address: caip }))
  if (!data && isError)
    return <ListFailed title={text.nftsAway} text={text.nftsAwayDetail} onRetry={refetch} testId="nfts-away" />
  if (!data) return <ListWaiting shape="tile" count={3} />
  if (data.nfts.length === 0)
    return (
      <Nothing icon="picture" title={text.noNfts} text={text.noNftsDetail}>
        <ReceiveFunds />
      </Nothing>
    )
  return (
    <ul className="nfts">
      {data.nfts.map((nft) => (
        <NftTile key={`${nft.contract}/${nft.tokenId}`} {...nft} />
      ))}
    </ul>
  )
}

/** One NFT by its own name, with its collection below; without one, the collection and which of it. */
function NftTile({ tokenId, collection, name, quantity, image, isAsked }: Nft) {
  const { unnamed } = useArea(accountTexts)
  const title = name || collection || unnamed
  const number = `#${tokenId.length > 10 ? `${tokenId.slice(0, 4)}…${tokenId.slice(-4)}` : tokenId}`
  return (
    <li className="nft">
      <NftPicture name={title} image={image} isVeiled={!isAsked} />
      <bdi className="nft-name">{title}</bdi>
      <span className="nft-id">
        <bdi>{name && collection && collection !== name ? collection : number}</bdi>
        {quantity === '1' ? null : <bdi className="nft-count"> × {quantity}</bdi>}
      </span>
    </li>
  )
}

const eyePath =
  'M2.75 10S5.25 5 10 5s7.25 5 7.25 5-2.5 5-7.25 5-7.25-5-7.25-5M10 7.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5'

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
  if (!isVeiled) return picture
  return (
    <button
      type="button"
      className="nft-veil"
      aria-label={`${showPicture}: ${name}`}
      aria-pressed={isShown}
      data-testid="nft-veiled"
      onClick={() => setShown(!isShown)}
    >
      {picture}
      {isShown ? null : <Glyph path={eyePath} />}
    </button>
  )
}
