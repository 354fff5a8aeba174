import { useEffect, useState } from 'react'
import { createStore } from '../createStore.ts'
import { useStore } from '../useStore.ts'
import { Chains } from './Chains.tsx'
import { LocalNote } from './LocalNote.tsx'
import { NetworkAway } from './NetworkAway.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { NetworkSkeleton } from './NetworkSkeleton.tsx'
import { OtherChains } from './OtherChains.tsx'
import { type NetworkState, watchNetwork } from './watchNetwork.ts'

const nothingYet = createStore<NetworkState>({ phase: 'looking' })

/** The local network's live state: every chain, and one of them large; or a notice that it is down. */
export function LocalNetwork({ manifestUrl }: { manifestUrl: string }) {
  const [store, setStore] = useState(nothingYet)
  useEffect(() => {
    const leaving = new AbortController()
    setStore(watchNetwork(manifestUrl, leaving.signal))
    return () => leaving.abort()
  }, [manifestUrl])

  const network = useStore(store)
  if (network.phase === 'looking') return <NetworkSkeleton />
  const known = network.phase === 'away' ? network.last : network
  return (
    <>
      {network.phase === 'away' && <NetworkAway since={network.since} manifestUrl={manifestUrl} />}
      {known && (
        // Hidden while the network is down, not removed: the input is still there when it returns.
        <div className="network-parts" hidden={network.phase === 'away'}>
          {known.chains[0] && <LocalNote state={known.chains[0]} />}
          <Chains chains={known.chains} />
          <OtherChains manifest={known.manifest} />
          <NetworkCard manifest={known.manifest} chains={known.chains} />
        </div>
      )}
    </>
  )
}
