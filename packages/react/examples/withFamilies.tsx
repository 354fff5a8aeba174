import { AppKitAccountButton, AppKitConnectButton, createAppKit, useAppKitAccount } from '@billfold/react'
import { bitcoin, mainnet, polkadot, solana } from '@billfold/react/networks'

createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
  networks: [mainnet, solana, bitcoin, polkadot],
})

const families = { eip155: 'EVM', solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' } as const

function Family({ namespace }: { namespace: keyof typeof families }) {
  const { isConnected } = useAppKitAccount({ namespace })
  if (isConnected) return <AppKitAccountButton namespace={namespace} />
  return <AppKitConnectButton namespace={namespace} label={`Connect ${families[namespace]}`} />
}

export function Families() {
  return (
    <>
      <Family namespace="eip155" />
      <Family namespace="solana" />
      <Family namespace="bip122" />
      <Family namespace="polkadot" />
    </>
  )
}
