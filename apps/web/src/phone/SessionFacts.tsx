import { addressOfAccount, chainOfAccount, familyOf } from '@billfold/protocol/wc/namespaces'
import type { SessionAsking } from '@billfold/testkit/walletconnect/askings'
import { AddressText } from '../AddressText.tsx'
import type { SiteConfig } from '../siteConfig.ts'
import { chainName } from './knownChains.ts'

/** A site's permissions after approval: accounts in full, chains, and its methods. */
export function SessionFacts({ asking, config }: { asking: SessionAsking; config: SiteConfig }) {
  return (
    <>
      <h2 id="asking-title">Connect?</h2>
      <p className="quiet">It sees these accounts and can send these requests. Nothing is signed without you.</p>
      {Object.entries(asking.offered).map(([key, { accounts, methods }]) => {
        const addresses = [...new Set(accounts.map(addressOfAccount))]
        const chains = [...new Set(accounts.map(chainOfAccount))]
        return (
          <section key={key} className="phone-grant" data-testid={`phone-grant-${familyOf(key)}`}>
            <h3>{chains.map((chain) => chainName(config, chain)).join(', ')}</h3>
            {addresses.map((address) => (
              <AddressText key={address} address={address} />
            ))}
            <p className="quiet">{methods.join(', ')}</p>
          </section>
        )
      })}
    </>
  )
}
