import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { createStore } from '../createStore.ts'
import { formatAge } from '../formatAge.ts'
import { formatAmount } from '../formatAmount.ts'
import { useNow } from '../useNow.ts'
import { useStore } from '../useStore.ts'
import type { Hop, Sum, SwapStory } from './describeSwap.ts'
import { type SwapState, watchSwaps } from './watchSwaps.ts'

const looking = createStore<SwapState>({ phase: 'looking' })

/** A swap of the local network, drawn step by step from its transaction; the visitor's own once there is one. */
export function SwapProof({ manifestUrl }: { manifestUrl: string | null }) {
  const [store, setStore] = useState(looking)
  useEffect(() => {
    if (manifestUrl === null) return
    const leaving = new AbortController()
    setStore(watchSwaps(manifestUrl, leaving.signal))
    return () => leaving.abort()
  }, [manifestUrl])
  const newest = useStore(store)
  return (
    <section className="swaps" aria-labelledby="swaps-title" data-testid="swap-proof">
      <div className="part-head">
        <h2 id="swaps-title">A real swap, step by step</h2>
        <p className="quiet">
          The local network runs Uniswap’s deployed contracts. Below is a transaction read from its chain: no fixture,
          no recording.
        </p>
      </div>
      {manifestUrl === null ? <NoNetwork /> : <Newest state={newest} />}
    </section>
  )
}

function NoNetwork() {
  return (
    <p className="swap-note" data-testid="swap-no-network">
      This site runs without a local network, so there’s no swap to draw. In the repository, <code>npm start</code>{' '}
      brings one up, and this page with it.
    </p>
  )
}

function Newest({ state }: { state: SwapState }) {
  // Others trade all the time: the drawing stays until the visitor wants the next one, or has made their own.
  const [kept, setKept] = useState<SwapState>(state)
  const isNewer = state.phase === 'here' && kept.phase === 'here' && state.story.hash !== kept.story.hash
  if (state !== kept && (!isNewer || state.isOwn)) setKept(state)
  if (kept.phase === 'looking')
    return (
      <p className="swap-note" role="status">
        Looking for a swap…
      </p>
    )
  if (kept.phase === 'away')
    return (
      <p className="swap-note" role="status" data-testid="swap-away">
        The local network isn’t running, so there’s no swap to draw. <code>npm start</code> in the repository starts it,
        and this page reconnects.
      </p>
    )
  if (kept.phase === 'none')
    return (
      <p className="swap-note" role="status" data-testid="swap-none">
        Nobody has swapped on {kept.chain.name} yet. Connect a wallet in the card above and press Swap: yours will be
        drawn here.
      </p>
    )
  return (
    <>
      <Drawing key={kept.story.hash} story={kept.story} isOwn={kept.isOwn} chainName={kept.chain.name} />
      <div className="swap-next">
        <p className="quiet">
          {kept.isOwn
            ? 'This one is yours. Swap again in the card above, and the next one replaces it.'
            : 'Make your own: connect a wallet in the card above and press Swap. It’s drawn here once it’s mined.'}
        </p>
        {isNewer && !kept.isOwn && (
          <button type="button" className="button button-quiet" onClick={() => setKept(state)}>
            Draw the newest swap
          </button>
        )}
      </div>
    </>
  )
}

type DrawingProps = { story: SwapStory; isOwn: boolean; chainName: string }

function Drawing({ story, isOwn, chainName }: DrawingProps) {
  const { account, router, paid, received, serviceFee, hops, block, minedAtMs, networkFee, hash } = story
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(place)
  const now = useNow()
  return (
    <div className="swap-drawing" ref={place} data-seen={isSeen} data-own={isOwn} data-testid="swap-drawing">
      <p className="swap-sums">
        <span className="unseen">Paid </span>
        <Amount sum={paid} sign="−" />
        <svg className="swap-arrow" viewBox="0 0 48 16" aria-hidden="true">
          <path d="M2 8H45M38 2l7 6l-7 6" />
        </svg>
        <span className="unseen"> for </span>
        <Amount sum={received} sign="+" />
      </p>
      <ol className="swap-steps">
        <li>
          <h3>{isOwn ? 'You send it' : 'An account sends it'}</h3>
          <p>
            <code dir="ltr">{short(account)}</code> calls{' '}
            {router.startsWith('0x') ? <code dir="ltr">{short(router)}</code> : router}
          </p>
        </li>
        {hops.map((hop) => (
          <HopStep key={`${hop.pool.address}-${hop.paid.amount}`} hop={hop} />
        ))}
        <li>
          <h3>The tokens arrive</h3>
          <p>
            {formatAmount(received.amount, received.decimals)} {received.symbol}
            {serviceFee > 0n &&
              `, after a service fee of ${formatAmount(serviceFee, received.decimals)} ${received.symbol}`}
          </p>
        </li>
        <li>
          <h3>
            Mined in block {block.toLocaleString('en')}, {formatAge(Math.max(0, now - minedAtMs))}
          </h3>
          <p>
            {chainName}, network fee {formatAmount(networkFee.amount, networkFee.decimals)} {networkFee.symbol}
          </p>
          <p className="swap-hash">
            <code dir="ltr">{hash}</code>
            <CopyButton text={hash} label="Copy transaction hash" />
          </p>
        </li>
      </ol>
    </div>
  )
}

function HopStep({ hop: { pool, paid, received } }: { hop: Hop }) {
  const write = ({ amount, decimals, symbol }: Sum) => `${formatAmount(amount, decimals)} ${symbol}`
  return (
    <li>
      <h3>
        The {paid.symbol}/{received.symbol} pool trades
      </h3>
      <p>
        {write(paid)} in, {write(received)} out
      </p>
      <p className="quiet">
        Uniswap {pool.protocol.slice(-2)}, pool fee {pool.fee / 10_000}%
      </p>
    </li>
  )
}

function Amount({ sum: { amount, decimals, symbol }, sign }: { sum: Sum; sign: string }) {
  return (
    <span className="figure" dir="ltr">
      {sign}
      {formatAmount(amount, decimals)} <span className="unit">{symbol}</span>
    </span>
  )
}

const short = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

/** Whether an element has been on the screen: its drawing begins when someone sees it. */
function useIsSeen(place: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { threshold: 0.3 },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isSeen
}
