import { useAppKit, useAppKitAccount, useAppKitNetwork, useDisconnect } from '@billfold/react'
import { useState } from 'react'
import type { SiteNetwork } from '../siteConfig.ts'

/** A real network that our pages do not configure, to show a site's own mistake. */
const notConfigured: SiteNetwork = {
  id: 17000,
  name: 'Holesky',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:17000',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Opening, switching and disconnecting from a site's own buttons, by hooks alone. */
export function Steering({ networks }: { networks: readonly SiteNetwork[] }) {
  const { open } = useAppKit()
  const { disconnect } = useDisconnect()
  const { isConnected } = useAppKitAccount()
  const { switchNetwork } = useAppKitNetwork()
  const choices = [...networks, notConfigured]
  const [chosen, setChosen] = useState(networks[1]?.caipNetworkId ?? networks[0]?.caipNetworkId)
  const network = choices.find(({ caipNetworkId }) => caipNetworkId === chosen)
  return (
    <section className="card play-card" aria-labelledby="steering-title">
      <h2 id="steering-title">Your own buttons</h2>
      <div className="play-row">
        <button type="button" className="button" onClick={() => void open()} data-testid="w3m-open-hook-button">
          {isConnected ? 'Open account' : 'Open modal'}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={!isConnected}
          onClick={() => void disconnect()}
          data-testid="disconnect-hook-button"
        >
          Disconnect
        </button>
      </div>
      <label htmlFor="network">Network</label>
      <div className="play-row">
        <select
          id="network"
          className="field"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          data-testid="network-select"
        >
          {choices.map(({ caipNetworkId, name }) => (
            <option key={caipNetworkId} value={caipNetworkId}>
              {caipNetworkId === notConfigured.caipNetworkId ? `${name} (not configured)` : name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button button-quiet"
          // The kit shows why it failed.
          onClick={() => network && void switchNetwork(network).catch(() => undefined)}
          data-testid="switch-network-hook-button"
        >
          Switch network
        </button>
      </div>
    </section>
  )
}
