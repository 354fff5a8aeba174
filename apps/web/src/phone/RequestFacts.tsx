import type { RequestAsking } from '@billfold/testkit/walletconnect/askings'
import { AddressText } from '../AddressText.tsx'
import type { SiteConfig } from '../siteConfig.ts'
import { describeRequest, type Known } from './describeRequest.ts'
import { chainName } from './knownChains.ts'

type Props = { asking: RequestAsking; config: SiteConfig; known: Known }

/** What a site wants signed or sent, with every address in full. */
export function RequestFacts({ asking, config, known }: Props) {
  const { title, amount, facts, text, caution } = describeRequest(asking, known)
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
        {facts.map(({ label, value, isAddress }) => (
          <div key={label}>
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
