import type { DevnetChain, DevnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { Identicon } from '@billfold/react/ui/Identicon.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { connectedAccount } from '../connectedAccount.ts'
import { formatAmount } from '../formatAmount.ts'
import { useStore } from '../useStore.ts'
import { faucetSentence } from './faucetSentence.ts'
import { type Gift, readGift } from './readGift.ts'
import { requestFunds } from './requestFunds.ts'

type Asking =
  | { phase: 'idle' }
  | { phase: 'sending' }
  | { phase: 'mining'; count: number }
  | { phase: 'done'; chainName: string; gifts: readonly Gift[] }
  | { phase: 'failed'; sentence: string }

/** Test funds for any address: paste one or pick one, and see the transactions that brought them. */
export function Faucet({ manifest, chain }: { manifest: DevnetManifest; chain: DevnetChain }) {
  const [address, setAddress] = useState('')
  const [asking, setAsking] = useState<Asking>({ phase: 'idle' })
  const leaving = useRef<AbortController>(null)
  const connected = useStore(connectedAccount)
  useEffect(() => () => leaving.current?.abort(), [])

  async function ask(event: FormEvent): Promise<void> {
    event.preventDefault()
    const target = address.trim()
    if (!/^0x[0-9a-fA-F]{40}$/.test(target)) {
      setAsking({
        phase: 'failed',
        sentence: 'That is not an address: it is 0x and forty digits from 0 to 9 and a to f.',
      })
      return
    }
    leaving.current?.abort()
    const round = new AbortController()
    leaving.current = round
    let phase: 'sending' | 'mining' = 'sending'
    setAsking({ phase })
    try {
      const hashes = await requestFunds(manifest.faucetUrl, { address: target, chainId: chain.id }, round.signal)
      phase = 'mining'
      setAsking({ phase, count: hashes.length })
      const gifts = await Promise.all(hashes.map((hash) => readGift(chain, hash, target, round.signal)))
      setAsking({ phase: 'done', chainName: chain.name, gifts })
    } catch (e) {
      const error = KitError.from(e)
      if (error.code !== 'aborted') setAsking({ phase: 'failed', sentence: faucetSentence(error, phase) })
    }
  }

  const busy = asking.phase === 'sending' || asking.phase === 'mining'
  const choices = [
    ...(connected ? [{ address: connected, label: 'Yours' }] : []),
    ...manifest.accounts
      .slice(0, 3)
      .filter((account) => !sameAddress('eip155', account.address, connected ?? undefined)),
  ]
  return (
    <form className="faucet" onSubmit={ask} noValidate>
      <label htmlFor="faucet-address">Test funds on {chain.name} for</label>
      <input
        id="faucet-address"
        className="field"
        dir="ltr"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={asking.phase === 'failed'}
        aria-describedby="faucet-news"
      />
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
  if (asking.phase === 'sending') return <p className="quiet">Waiting for the faucet to send…</p>
  if (asking.phase === 'mining')
    return <p className="quiet">{asking.count} transactions sent. Waiting for their blocks…</p>
  if (asking.phase === 'failed') return <p className="danger">{asking.sentence}</p>
  return (
    <>
      <p className="done">Done: mined on {asking.chainName} and yours to use.</p>
      <ul className="gifts">
        {asking.gifts.map(({ hash, block, brought }) => (
          <li key={hash}>
            <span>
              {brought ? (
                <strong>
                  +{formatAmount(brought.amount, brought.decimals)} {brought.symbol}
                </strong>
              ) : (
                'A step in between'
              )}{' '}
              <span className="quiet">in block {block.toLocaleString('en')}</span>
            </span>
            <code dir="ltr" className="hash">
              {hash}
            </code>
            <CopyButton text={hash} label={`Copy the transaction hash of block ${block}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
