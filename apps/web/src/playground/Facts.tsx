import { useAppKitAccount, useAppKitNetwork, useAppKitState, useWalletInfo } from '@billfold/react'
import type { ReactNode } from 'react'
import { AddressText } from '../AddressText.tsx'

/** The current values of the hooks, each beside its name in the API. */
export function Facts() {
  const account = useAppKitAccount()
  const evm = useAppKitAccount({ namespace: 'eip155' })
  const solana = useAppKitAccount({ namespace: 'solana' })
  const bitcoin = useAppKitAccount({ namespace: 'bip122' })
  const polkadot = useAppKitAccount({ namespace: 'polkadot' })
  const { chainId, caipNetwork, caipNetworkId } = useAppKitNetwork()
  const { walletInfo } = useWalletInfo()
  const { open, activeChain } = useAppKitState()
  return (
    <section className="card facts-card" aria-labelledby="facts-title">
      <h2 id="facts-title">Hook values</h2>
      <dl className="play-facts">
        <Fact hook="useAppKitAccount" name="status">
          {account.status}
        </Fact>
        <Fact hook="useAppKitAccount" name="address" testId="w3m-address" raw={account.address}>
          {account.address && <AddressText address={account.address} />}
        </Fact>
        <Fact hook="useAppKitAccount" name="caipAddress" testId="w3m-caip-address">
          {account.caipAddress && <code dir="ltr">{account.caipAddress}</code>}
        </Fact>
        <Fact hook="useAppKitAccount" name="allAccounts[0].type" testId="w3m-account-type">
          {account.allAccounts[0]?.type}
        </Fact>
        <Fact hook="useAppKitAccount" name="embeddedWalletInfo" testId="w3m-email">
          {account.embeddedWalletInfo?.user?.email}
        </Fact>
        <Fact hook="useAppKitNetwork" name="chainId" testId="w3m-chain-id">
          {account.isConnected && chainId !== undefined ? String(chainId) : undefined}
        </Fact>
        <Fact hook="useAppKitNetwork" name="caipNetwork" testId="network-name">
          {caipNetwork?.name ?? `${caipNetworkId ?? 'none'}, not used on this page`}
        </Fact>
        <Fact hook="useWalletInfo" name="walletInfo" testId="wallet-name">
          {walletInfo?.name}
        </Fact>
        <Fact hook="useAppKitState" name="open, activeChain" testId="modal-state">
          {`${open ? 'open' : 'closed'}, ${activeChain ?? 'none'}`}
        </Fact>
        <Fact hook="useAppKitAccount" name="by family" testId="families">
          {`EVM ${evm.status}, Solana ${solana.status}, Bitcoin ${bitcoin.status}, Polkadot ${polkadot.status}`}
        </Fact>
      </dl>
    </section>
  )
}

type FactProps = { hook: string; name: string; testId?: string; raw?: string | undefined; children: ReactNode }

function Fact({ hook, name, testId, raw, children }: FactProps) {
  return (
    <div>
      <dt>
        <code dir="ltr">{name}</code>
        <span className="quiet">{hook}</span>
      </dt>
      <dd data-testid={testId} data-value={raw}>
        {children || <span className="quiet">none yet</span>}
      </dd>
    </div>
  )
}
