import { CopyButton } from '../CopyButton.tsx'
import { formatAge } from '../formatAge.ts'
import { useNow } from '../useNow.ts'
import { WireNote } from './WireNote.tsx'
import { type ChainState, headsKept } from './watchChain.ts'

/** Every chain of the local network with its blocks ticking. */
export function Chains({ chains }: { chains: readonly ChainState[] }) {
  return (
    <section className="chains" aria-labelledby="chains-title">
      <h2 id="chains-title">Chains, block by block</h2>
      <div className="chain-grid">
        {chains.map((state) => (
          <ChainTile key={state.chain.id} state={state} />
        ))}
      </div>
    </section>
  )
}

function ChainTile({ state }: { state: ChainState }) {
  const { chain, heads } = state
  const now = useNow()
  const head = heads.at(-1)
  return (
    <article className="chain" data-testid={`chain-${chain.id}`}>
      <header>
        <h3>{chain.name}</h3>
        <WireNote state={state} />
      </header>
      <p className="chain-block">
        <span className="unseen">Block </span>
        {head ? head.number.toLocaleString('en') : '–'}
      </p>
      <BlockBars state={state} />
      <dl className="facts">
        <div>
          <dt>ID</dt>
          <dd>{chain.id}</dd>
        </div>
        <div>
          <dt>Last block</dt>
          <dd>{head ? formatAge(Math.max(0, now - Number(head.timestamp) * 1_000)) : '–'}</dd>
        </div>
      </dl>
      <p className="rpc">
        <code dir="ltr">{chain.rpcUrl}</code>
        <CopyButton text={chain.rpcUrl} label={`Copy ${chain.name} RPC URL`} />
      </p>
    </article>
  )
}

/** A bar for each block since the page opened, as high as it was full; the newest at the end. */
function BlockBars({ state: { heads, chain } }: { state: ChainState }) {
  const most = heads.reduce((high, { gasUsed }) => (gasUsed > high ? gasUsed : high), 1n)
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${headsKept * 8} 36`}
      preserveAspectRatio="xMaxYMax meet"
      role="img"
      aria-label={`Last ${heads.length} ${chain.name} blocks by gas used`}
    >
      <path className="bars-ground" d={`M0 35.5H${headsKept * 8}`} />
      {heads.map(({ hash, gasUsed, number }, index) => {
        const height = 3 + Number((gasUsed * 30n) / most)
        const x = (headsKept - heads.length + index) * 8 + 1
        return (
          <rect key={hash} x={x} y={35 - height} width="5" height={height} rx="1">
            <title>{`Block ${number}: ${gasUsed.toLocaleString('en')} gas`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
