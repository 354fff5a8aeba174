import { AppKitButton } from '@billfold/react'
import { lazyPart } from '@billfold/react/modal/lazyPart.tsx'
import { Suspense, use } from 'react'
import { createSiteKit } from '../createSiteKit.ts'
import { Foot } from '../Foot.tsx'
import { NetworkMissing } from '../network/NetworkMissing.tsx'
import { NetworkSkeleton } from '../network/NetworkSkeleton.tsx'
import type { SiteConfig } from '../siteConfig.ts'
import { Top } from '../Top.tsx'
import { ClaimFiles } from './ClaimFiles.tsx'

const LocalNetwork = lazyPart(async () => (await import('../network/LocalNetwork.tsx')).LocalNetwork, NetworkMissing)

type Props = { config: Promise<SiteConfig> }

/** For those who check: the local network with its chains, prices and faucet, and the file behind each claim. */
export function ProofPage({ config }: Props) {
  return (
    <>
      <Top hasLanguage>
        <Suspense>
          <KitButton config={config} />
        </Suspense>
      </Top>
      <main className="proof-page" lang="en" dir="ltr">
        <div className="proof-head">
          <h1>Check it yourself</h1>
          <p className="lead">
            The chains under this site, block by block, and the file in the repository behind each claim on it.
          </p>
        </div>
        <Suspense fallback={__LOCAL__ ? <NetworkSkeleton /> : null}>
          <NetworkPart config={config} />
        </Suspense>
        <ClaimFiles />
      </main>
      <Foot />
    </>
  )
}

/** Connected accounts are the faucet's first choices. */
function KitButton({ config }: Props) {
  return createSiteKit(use(config)) ? <AppKitButton balance="hide" /> : null
}

function NetworkPart({ config }: Props) {
  const { devnet } = use(config)
  if (devnet)
    return (
      <div className="proof-network">
        <LocalNetwork manifestUrl={devnet} />
      </div>
    )
  return (
    <p className="quiet" data-testid="no-network">
      This site runs without a local network. In the repository, <code>npm start</code> brings one up.
    </p>
  )
}
