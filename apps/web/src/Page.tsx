import { lazyPart } from '@billfold/react/modal/lazyPart.tsx'
import { Suspense, use } from 'react'
import { CardStage } from './CardStage.tsx'
import { Claims } from './Claims.tsx'
import { ConnectAway, ConnectPlace } from './ConnectPlace.tsx'
import { createSiteKit } from './createSiteKit.ts'
import { Foot } from './Foot.tsx'
import { Pitch, PitchProof } from './home/Pitch.tsx'
import { useSiteWords } from './language/useSiteWords.ts'
import { PeerChart } from './peers/PeerChart.tsx'
import type { SiteConfig } from './siteConfig.ts'
import { SwapMissing } from './swaps/SwapMissing.tsx'
import { Top } from './Top.tsx'

type Props = { config: Promise<SiteConfig> }

/**
 * The card is part of the page if an API answers its requests at once; otherwise the button opens it, and nothing loads
 * before.
 */
const hasCard = (config: SiteConfig) => config.apiUrl !== null
const kitOf = (config: SiteConfig) => createSiteKit(config, { enableEmbedded: hasCard(config) })

/** The site's first page: an introduction, the kit's button, its card in the page, a swap, and our numbers. */
export function Page({ config }: Props) {
  const { skip } = useSiteWords()
  return (
    <>
      <a className="skip" href="#connect">
        {skip}
      </a>
      <Top hasLanguage />
      <main>
        <div className="hero">
          <Pitch />
          <Suspense fallback={<div className="stage" />}>
            <CardPart config={config} />
          </Suspense>
          <PitchProof>
            <Suspense fallback={<div className="connect connect-skeleton" />}>
              <KitPart config={config} />
            </Suspense>
          </PitchProof>
        </div>
        <div className="parts" lang="en" dir="ltr">
          <Suspense fallback={<div className="swaps" />}>
            <SwapPart config={config} />
          </Suspense>
          <PeerChart results={__PEERS__} />
          <Claims />
        </div>
      </main>
      <Foot />
    </>
  )
}

function KitPart({ config }: Props) {
  const settings = use(config)
  return kitOf(settings) ? <ConnectPlace /> : <ConnectAway />
}

function CardPart({ config }: Props) {
  const settings = use(config)
  return hasCard(settings) && kitOf(settings) ? <CardStage /> : null
}

const SwapProof = lazyPart(async () => (await import('./swaps/SwapProof.tsx')).SwapProof, SwapMissing)

function SwapPart({ config }: Props) {
  return <SwapProof manifestUrl={use(config).devnet} />
}
