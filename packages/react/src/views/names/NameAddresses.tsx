import type { NameRecord, OwnName } from '@billfold/core/features/names/ownNameQuery'
import { coins, coinTypeOn } from '@billfold/protocol/coinType'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { type ReactNode, useMemo, useState } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import type { useNaming } from './useNaming.ts'

/** Called the same in every language. */
const coinNames: Readonly<Record<number, string>> = {
  [coins.bitcoin]: 'Bitcoin',
  [coins.test]: 'Bitcoin Testnet',
  [coins.polkadot]: 'Polkadot',
  [coins.kusama]: 'Kusama',
  [coins.solana]: 'Solana',
}

type Props = {
  own: OwnName
  naming: Pick<ReturnType<typeof useNaming>, 'text' | 'isBusy' | 'save'>
  /** Told before anything is saved. */
  onSave(): void
  /** The message about it, next to the pressed button. */
  children: ReactNode
}

/** A name's other addresses: connected accounts of other families, each by its own signature. */
export function NameAddresses({ own, naming: { text, isBusy, save }, onSave, children }: Props) {
  const accounts = useConnected()
  const hasOthers = useSelect(({ network }) => network.requested.some(({ namespace }) => namespace !== 'eip155'))
  const [pressed, setPressed] = useState('')
  const { also } = text
  if (!hasOthers && own.records.length === 0) return null
  const kept = (coinType: number) => own.records.find((record) => record.coinType === coinType)
  const offered = accounts.filter(
    ({ coinType, family, address }) => !sameAddress(family, kept(coinType)?.address, address),
  )
  const rows = [
    ...own.records.map((row) => ({ ...row, deed: 'remove' as const })),
    ...offered.map((row) => ({ ...row, deed: kept(row.coinType) ? ('replace' as const) : ('add' as const) })),
  ].sort((a, b) => a.coinType - b.coinType)
  const words = { add: also.addTo, replace: also.replaceOn, remove: also.removeFrom }
  return (
    <section className="name-form" data-testid="name-addresses">
      <h2 className="heading">{also.title}</h2>
      {rows.map(({ coinType, family, address, deed }) => {
        const [id, coin] = [`${deed}-${coinType}`, coinNames[coinType] ?? '']
        const press = () => {
          setPressed(id)
          onSave()
          save({
            deed: 'address',
            name: own.name,
            to: { coinType, family, address: deed === 'remove' ? null : address },
          })
        }
        return (
          <div className="name-lead" key={id} data-testid={`name-address-${id}`}>
            <p className="row-title">{coin}</p>
            {deed === 'remove' ? null : <p className="panel-detail">{also.yours}</p>}
            <Address value={address} whole />
            <Button
              size="s"
              disabled={isBusy}
              aria-label={words[deed](coin)}
              data-testid={`name-address-do-${id}`}
              onClick={press}
            >
              {also[deed]}
            </Button>
            {pressed === id ? <div className="name-lead-said">{children}</div> : null}
          </div>
        )
      })}
      <p className="panel-detail">{rows.length > 0 ? also.linked : also.hint}</p>
    </section>
  )
}

/** The connected accounts of families whose addresses a name can keep. */
function useConnected(): readonly { coinType: number; family: NameRecord['family']; address: string }[] {
  const accounts = useSelect(({ account }) => account)
  const networks = useSelect(({ network }) => network.requested)
  return useMemo(
    () =>
      (['solana', 'bip122', 'polkadot'] as const).flatMap((family) => {
        const account = accounts[family]
        if (account.status !== 'connected') return []
        const { networkId, address } = account
        const coinType = coinTypeOn(networks.find((network) => network.networkId === networkId) ?? { networkId })
        return coinType === undefined ? [] : [{ coinType, family, address }]
      }),
    [accounts, networks],
  )
}
