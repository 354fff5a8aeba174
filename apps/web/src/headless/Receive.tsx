import { useAppKitNetworks, useAppKitNfts, useAppKitReceive } from '@billfold/react/headless'

/** The account's address, its network, and its collectibles. */
export function Receive() {
  const { address, link, code } = useAppKitReceive()
  const { networks, switchTo, switchingTo, switchError } = useAppKitNetworks()
  const { nfts } = useAppKitNfts()
  return (
    <section className="slip code" aria-label="Receive">
      <h2>Receive</h2>
      {code ? (
        <svg
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          role="img"
          aria-label={`QR code of ${address}`}
          data-testid="headless-receive"
          data-link={link}
        >
          <path d={code.path} />
        </svg>
      ) : null}
      <label>
        Network
        <select
          data-testid="headless-network"
          value={networks.find(({ isActive }) => isActive)?.caipNetworkId ?? ''}
          disabled={switchingTo !== undefined}
          onChange={(event) => void switchTo(event.target.value)}
        >
          {networks.map(({ caipNetworkId, name }) => (
            <option key={caipNetworkId} value={caipNetworkId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {switchError ? <p role="alert">The network was not changed.</p> : null}
      <p data-testid="headless-nfts">
        {nfts.length === 0 ? 'No NFTs' : nfts.map(({ name, collection }) => name || collection).join(', ')}
      </p>
    </section>
  )
}
