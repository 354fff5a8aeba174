import type { DevnetChain, DevnetManifest } from '@billfold/protocol/devnetManifest'
import { KitError } from '@billfold/protocol/error'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { connectedAccount } from '../connectedAccount.ts'
import { Identicon } from '../Identicon.tsx'
import { useStore } from '../useStore.ts'
import { type Funds, requestFunds } from './requestFunds.ts'

type Gift =
  | { phase: 'idle' }
  | { phase: 'sending'; address: string }
  | { phase: 'done'; address: string; funds: Funds; chainName: string }
  | { phase: 'failed'; sentence: string }

/** Test funds for any address: paste one or pick one, and see the transactions that brought them. */
export function Faucet({ manifest, chain }: { manifest: DevnetManifest; chain: DevnetChain }) {
  const [address, setAddress] = useState('')
  const [gift, setGift] = useState<Gift>({ phase: 'idle' })
  const leaving = useRef<AbortController>(null)
  const connected = useStore(connectedAccount)
  useEffect(() => () => leaving.current?.abort(), [])

  async function ask(event: FormEvent): Promise<void> {
    event.preventDefault()
    const target = address.trim()
    if (!/^0x[0-9a-fA-F]{40}$/.test(target)) {
      setGift({
        phase: 'failed',
        sentence: 'That is not an address: it is 0x and forty digits from 0 to 9 and a to f.',
      })
      return
    }
    leaving.current?.abort()
    const round = new AbortController()
    leaving.current = round
    setGift({ phase: 'sending', address: target })
    try {
      const funds = await requestFunds(manifest.faucetUrl, { address: target, chainId: chain.id }, round.signal)
      setGift({ phase: 'done', address: target, funds, chainName: chain.name })
    } catch (e) {
      const error = KitError.from(e)
      if (error.code !== 'aborted') setGift({ phase: 'failed', sentence: sentenceFor(error) })
    }
  }

  const choices = [
    ...(connected ? [{ address: connected, label: 'Yours' }] : []),
    ...manifest.accounts.slice(0, 3).filter((account) => account.address.toLowerCase() !== connected?.toLowerCase()),
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
        aria-invalid={gift.phase === 'failed'}
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
      <button type="submit" className="button" disabled={gift.phase === 'sending'} data-testid="faucet-button">
        {gift.phase === 'sending' ? 'Sending…' : 'Get test funds'}
      </button>
      <div id="faucet-news" role="status">
        <GiftNews gift={gift} />
      </div>
    </form>
  )
}

function GiftNews({ gift }: { gift: Gift }) {
  if (gift.phase === 'idle') return null
  if (gift.phase === 'sending') return <p className="quiet">Waiting for the faucet’s transactions to be mined…</p>
  if (gift.phase === 'failed') return <p className="danger">{gift.sentence}</p>
  return (
    <>
      <p className="done">Sent and mined on {gift.chainName}.</p>
      <ul className="gifts">
        {gift.funds.transactions.map(({ hash, asset, amount }) => (
          <li key={hash}>
            <span>
              {amount} {asset}
            </span>
            <code dir="ltr" className="hash">
              {hash}
            </code>
            <CopyButton text={hash} label={`Copy the hash of the ${asset} transaction`} />
          </li>
        ))}
      </ul>
    </>
  )
}

function sentenceFor({ code, message }: KitError): string {
  if (code === 'timeout') return 'The faucet did not answer in time. Look at the balance before asking again.'
  if (code === 'unavailable')
    return 'The faucet cannot be reached. Nothing was sent; try again when the network is back.'
  return `The faucet said no: ${message.replace(/\.?$/, '.')} Nothing was sent.`
}
