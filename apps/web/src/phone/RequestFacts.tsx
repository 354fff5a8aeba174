import type { RequestAsking } from '@billfold/testkit/walletconnect/askings'
import { AddressText } from '../AddressText.tsx'
import type { SiteConfig } from '../siteConfig.ts'
import type { Described } from './describe.ts'
import { chainName } from './knownChains.ts'

type Props = { asking: RequestAsking; config: SiteConfig; described: Described }

/** The contents of a request to sign or send, with every address in full. */
export function RequestFacts({ asking, config, described }: Props) {
  const { title, amount, facts, text, caution } = described
  return (
    <>
      <h2 id="asking-title">{title}</h2>
      {amount && (
        <p className="phone-amount" data-testid="phone-amount">
          {amount}
        </p>
      )}
      <dl className="phone-list">
        <dt>On</dt>
        <dd>{chainName(config, asking.chainId)}</dd>
        {facts.map(({ label, value, isAddress }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a request stay as they are, and two may say the same.
          <div key={at}>
            <dt>{label}</dt>
            <dd>{isAddress ? <AddressText address={value} /> : value}</dd>
          </div>
        ))}
      </dl>
      {text !== undefined && (
        <pre className="phone-text" data-testid="phone-text">
          {text}
        </pre>
      )}
      {caution && <p className="caution">{caution}</p>}
    </>
  )
}
