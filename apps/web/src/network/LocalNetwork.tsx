import { useEffect, useState } from 'react'
import { createStore } from '../createStore.ts'
import { useStore } from '../useStore.ts'
import { Chains } from './Chains.tsx'
import { LocalNote } from './LocalNote.tsx'
import { NetworkAway } from './NetworkAway.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { NetworkSkeleton } from './NetworkSkeleton.tsx'
import { type NetworkState, watchNetwork } from './watchNetwork.ts'

const nothingYet = createStore<NetworkState>({ phase: 'looking' })

/** The local network's live state: every chain, and one of them large; or, honestly, that it is not there. */
export default function LocalNetwork({ manifestUrl }: { manifestUrl: string }) {
  const [store, setStore] = useState(nothingYet)
  useEffect(() => {
    const leaving = new AbortController()
    setStore(watchNetwork(manifestUrl, leaving.signal))
    return () => leaving.abort()
  }, [manifestUrl])

  const network = useStore(store)
  if (network.phase === 'looking') return <NetworkSkeleton />
  if (network.phase === 'away') return <NetworkAway since={network.since} manifestUrl={manifestUrl} />
  return (
    <>
      {network.chains[0] && <LocalNote state={network.chains[0]} />}
      <Chains chains={network.chains} />
      <NetworkCard manifest={network.manifest} chains={network.chains} />
    </>
  )
}
