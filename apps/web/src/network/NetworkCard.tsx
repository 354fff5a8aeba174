import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { useMemo, useState } from 'react'
import { formatAge } from '../formatAge.ts'
import { formatAmount } from '../formatAmount.ts'
import { useNow } from '../useNow.ts'
import { engraving } from './engraving.ts'
import { Faucet } from './Faucet.tsx'
import { Prices } from './Prices.tsx'
import { WireNote } from './WireNote.tsx'
import type { ChainState } from './watchChain.ts'

type Props = { manifest: DevnetManifest; chains: readonly ChainState[] }

/** One chain at a time, large: its newest block, gas price, token prices, and a faucet. */
export function NetworkCard({ manifest, chains }: Props) {
  const [picked, setPicked] = useState(0)
  const state = chains[picked] ?? chains[0]
  if (!state) return null
  return (
    <section className="card network" aria-labelledby="network-title" data-testid="network-card">
      <header className="card-head">
        <h2 id="network-title">Local network</h2>
        <WireNote state={state} />
      </header>
      {chains.length > 1 && (
        <fieldset className="picker">
          <legend className="unseen">Chain</legend>
          {chains.map(({ chain }, index) => (
            <label key={chain.id}>
              <input type="radio" name="chain" checked={index === picked} onChange={() => setPicked(index)} />
              <span>{chain.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Head state={state} />
      <Prices state={state} />
      <Faucet manifest={manifest} chain={state.chain} />
    </section>
  )
}

function Head({ state: { chain, heads, gasPrice } }: { state: ChainState }) {
  const now = useNow()
  const head = heads.at(-1)
  const age = head ? Math.max(0, now - Number(head.timestamp) * 1_000) : 0
  return (
    <div className="head">
      <div>
        <p className="head-label">Block</p>
        <p className="figure" data-testid="block-number">
          {head ? head.number.toLocaleString('en') : '–'}
        </p>
        <dl className="facts">
          <div>
            <dt>Mined</dt>
            <dd>{head ? formatAge(age) : '–'}</dd>
          </div>
          <div>
            <dt>Gas</dt>
            <dd>{gasPrice === null ? '–' : `${formatAmount(gasPrice, 9)} gwei`}</dd>
          </div>
          <div>
            <dt>Blocks</dt>
            <dd>{chain.blockTime === 0 ? 'per transaction' : `every ${chain.blockTime} s`}</dd>
          </div>
        </dl>
      </div>
      {head && <Engraving hash={head.hash} size={112} />}
    </div>
  )
}

/** The newest block's rosette: an ornament unique to this chain and block. */
function Engraving({ hash, size }: { hash: string; size: number }) {
  const path = useMemo(() => engraving(hash, size / 2), [hash, size])
  return (
    <svg className="engraving" width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
