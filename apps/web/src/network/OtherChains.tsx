import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { CopyButton } from '../CopyButton.tsx'

type Row = { name: string; family: string; coin: string; carries: string; url: string; note?: string }

/** The local network's chains of the other families, with their URLs. */
export function OtherChains({ manifest: { solana, bitcoin, polkadot } }: { manifest: DevnetManifest }) {
  const rows: Row[] = [
    ...(solana ? [{ ...named(solana), family: 'Solana', carries: symbols(solana.tokens), url: solana.rpcUrl }] : []),
    ...(bitcoin ? [{ ...named(bitcoin), family: 'Bitcoin', carries: 'none', url: bitcoin.esploraUrl }] : []),
    ...(polkadot
      ? [
          {
            ...named(polkadot),
            family: 'Polkadot',
            carries: symbols(polkadot.assets),
            url: polkadot.rpcUrl,
            note: 'It starts when it is first asked.',
          },
        ]
      : []),
  ]
  if (rows.length === 0) return null
  return (
    <section className="chains" aria-labelledby="families-title">
      <h2 id="families-title">The other families</h2>
      <p className="quiet">
        The same button connects, signs and sends on these. Each is a chain of its own, with its own rules for fees and
        for the least an account may hold.
      </p>
      <div className="chain-grid">
        {rows.map(({ name, family, coin, carries, url, note }) => (
          <article key={url} className="chain">
            <header>
              <h3>{name}</h3>
            </header>
            <dl className="facts">
              <div>
                <dt>Family</dt>
                <dd>{family}</dd>
              </div>
              <div>
                <dt>Coin</dt>
                <dd>{coin}</dd>
              </div>
              <div>
                <dt>Tokens</dt>
                <dd>{carries}</dd>
              </div>
            </dl>
            {note && <p className="quiet">{note}</p>}
            <p className="rpc">
              <code dir="ltr">{url}</code>
              <CopyButton text={url} label={`Copy the address of ${name}`} />
            </p>
          </article>
        ))}
      </div>
    </section>
  )
}

const named = ({ name, nativeCurrency }: { name: string; nativeCurrency: { symbol: string } }) => ({
  name,
  coin: nativeCurrency.symbol,
})
const symbols = (tokens: readonly { symbol: string }[]): string =>
  tokens.map(({ symbol }) => symbol).join(', ') || 'none'
