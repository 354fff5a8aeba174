import { cleanText } from '@billfold/protocol/cleanText'
import { accountsIn, chainOfAccount } from '@billfold/protocol/wc/namespaces'
import type { WalletConnectSession } from '@billfold/testkit/walletconnect/askings'
import type { WalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import { useState } from 'react'
import type { SiteConfig } from '../siteConfig.ts'
import { chainName } from './knownChains.ts'

type Props = { sessions: readonly WalletConnectSession[]; wallet: WalletConnectWallet; config: SiteConfig }

/** The sites that this phone is connected to, each with a button to disconnect. */
export function SessionList({ sessions, wallet, config }: Props) {
  return (
    <section className="phone-sessions">
      <h2>Connected sites</h2>
      {sessions.length === 0 && (
        <p className="quiet">None. Open a site, choose WalletConnect and paste its link here.</p>
      )}
      <ul>
        {sessions.map((session) => (
          <Row key={session.topic} session={session} wallet={wallet} config={config} />
        ))}
      </ul>
    </section>
  )
}

function Row({ session, wallet, config }: { session: WalletConnectSession } & Omit<Props, 'sessions'>) {
  const [why, setWhy] = useState('')
  const chains = [...new Set(accountsIn(session.namespaces).map(chainOfAccount))]
  const leave = () => wallet.disconnect(session.topic).catch((e: unknown) => setWhy(String((e as Error).message ?? e)))
  const name = cleanText(session.peer.name, 40) || 'Unnamed site'
  return (
    <li className="phone-session" data-testid="phone-session">
      <div>
        <strong>{name}</strong>
        <p className="quiet">{cleanText(session.peer.url, 80)}</p>
        <p className="quiet">{chains.map((chain) => chainName(config, chain)).join(', ')}</p>
        {why && <p className="danger">{why}</p>}
      </div>
      <button type="button" className="phone-leave" onClick={() => void leave()} aria-label={`Disconnect from ${name}`}>
        Disconnect
      </button>
    </li>
  )
}
