import type { DevnetChain, DevnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { Identicon } from '@billfold/react/ui/Identicon.tsx'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { connectedAccounts } from '../connectedAccounts.ts'
import { families } from '../families.ts'
import { formatAmount } from '../formatAmount.ts'
import { useStore } from '../useStore.ts'
import { bitcoinOutlet } from './bitcoinOutlet.ts'
import { evmOutlet } from './evmOutlet.ts'
import { faucetSentence } from './faucetSentence.ts'
import type { Gift, Outlet } from './outlet.ts'
import { polkadotOutlet } from './polkadotOutlet.ts'
import { solanaOutlet } from './solanaOutlet.ts'

type Asking =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'mining'; count: number }
  | { phase: 'done'; chainName: string; gifts: readonly Gift[] }
  | { phase: 'failed'; sentence: string }

const notAnAddress =
  'That is not an address of a chain here. EVM addresses begin with 0x and Bitcoin’s with bcrt1; Solana’s and Polkadot’s are about 45 letters and digits.'

/** Test funds for an address of any family: paste one or pick one, and see the transactions that bring them. */
export function Faucet({ manifest, chain }: { manifest: DevnetManifest; chain: DevnetChain }) {
  const [address, setAddress] = useState('')
  const [asking, setAsking] = useState<Asking>({ phase: 'idle' })
  const leaving = useRef<AbortController>(null)
  const connected = useStore(connectedAccounts)
  const outlets = useMemo(() => outletsOf(manifest, chain), [manifest, chain])
  useEffect(() => () => leaving.current?.abort(), [])
  const target = address.trim()
  const outlet = outlets.find(({ isAddress }) => isAddress(target))

  async function ask(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!outlet) {
      setAsking({ phase: 'failed', sentence: notAnAddress })
      return
    }
    leaving.current?.abort()
    const round = new AbortController()
    leaving.current = round
    let phase: 'sending' | 'mining' = 'sending'
    setAsking({ phase })
    const onSent = (count: number) => {
      phase = 'mining'
      setAsking({ phase, count })
    }
    try {
      const gifts = await outlet.give({ address: target, signal: round.signal, onSent })
      setAsking({ phase: 'done', chainName: outlet.chainName, gifts })
    } catch (e) {
      const error = KitError.from(e)
      if (error.code !== 'aborted') setAsking({ phase: 'failed', sentence: faucetSentence(error, phase) })
    }
  }

  const busy = asking.phase === 'sending' || asking.phase === 'mining'
  const own = outlets.flatMap(({ namespace }) => {
    const mine = connected[namespace]
    return mine ? [{ address: mine, label: `Yours, ${families[namespace]}` }] : []
  })
  const choices = [
    ...own,
    ...manifest.accounts.slice(0, 3).filter((account) => !sameAddress('eip155', account.address, connected.eip155)),
  ]
  return (
    <form className="faucet" onSubmit={ask} noValidate>
      <label htmlFor="faucet-address">Test funds for</label>
      <input
        id="faucet-address"
        className="field"
        dir="ltr"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        placeholder="An address of any chain here"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={asking.phase === 'failed'}
        aria-describedby="faucet-place faucet-news"
      />
      <p id="faucet-place" className="quiet" data-testid="faucet-place">
        {outlet
          ? `On ${outlet.chainName}: ${outlet.gives}.`
          : `${outlets.map(({ namespace }) => families[namespace]).join(', ')}: the address says which.`}
      </p>
      <fieldset className="choices">
        <legend className="unseen">Or pick an address</legend>
        {choices.map(({ address: choice, label }) => (
          <button key={choice} type="button" className="choice" onClick={() => setAddress(choice)}>
            <Identicon address={choice} size={20} />
            {label}
          </button>
        ))}
      </fieldset>
      <button type="submit" className="button" disabled={busy} data-testid="faucet-button">
        {busy ? 'Sending…' : 'Get test funds'}
      </button>
      <div id="faucet-news" role="status">
        <News asking={asking} />
      </div>
    </form>
  )
}

function News({ asking }: { asking: Asking }) {
  if (asking.phase === 'idle') return null
  if (asking.phase === 'sending') return <p className="quiet">Requesting funds…</p>
  if (asking.phase === 'mining')
    return (
      <p className="quiet">
        {asking.count === 1
          ? 'One transaction sent. Waiting for its block…'
          : `${asking.count} transactions sent. Waiting to be mined…`}
      </p>
    )
  if (asking.phase === 'failed') return <p className="danger">{asking.sentence}</p>
  return (
    <>
      <p className="done">Done: mined on {asking.chainName} and yours to use.</p>
      <ul className="gifts">
        {asking.gifts.map(({ hash, block, brought }) => (
          <li key={hash}>
            <span>
              {brought.length > 0 ? (
                <strong>
                  {brought
                    .map(({ amount, decimals, symbol }) => `+${formatAmount(amount, decimals)} ${symbol}`)
                    .join(', ')}
                </strong>
              ) : (
                'Intermediate step'
              )}{' '}
              <span className="quiet">in block {block.toLocaleString('en')}</span>
            </span>
            <code dir="ltr" className="hash">
              {hash}
            </code>
            <CopyButton text={hash} label={`Copy transaction hash from block ${block}`} />
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The faucets of the local network: one per family, on the selected EVM chain. An address belongs to one family at
 * most.
 */
function outletsOf({ faucetUrl, solana, bitcoin, polkadot }: DevnetManifest, chain: DevnetChain): Outlet[] {
  return [
    evmOutlet(faucetUrl, chain),
    ...(solana ? [solanaOutlet(solana)] : []),
    ...(bitcoin ? [bitcoinOutlet(bitcoin)] : []),
    ...(polkadot ? [polkadotOutlet(polkadot)] : []),
  ]
}
