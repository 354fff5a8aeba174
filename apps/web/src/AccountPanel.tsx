import { decimalOf } from '@billfold/protocol/decimalOf'
import { useAppKitNetwork, useAppKitProvider, type WalletProvider } from '@billfold/react'
import { Identicon } from '@billfold/react/ui/Identicon.tsx'
import { AddressText } from './AddressText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { FamilyBalance } from './FamilyBalance.tsx'
import { formatAmount } from './formatAmount.ts'
import { useBalance } from './useBalance.ts'

type Props = { address: string; caipAddress: string }

/** The active account in full, with its assets: the page's own view of it, through the kit's public hooks. */
export function AccountPanel({ address, caipAddress }: Props) {
  return (
    <>
      {caipAddress.startsWith('eip155:') ? <Balance address={address} /> : <FamilyBalance key={caipAddress} />}
      <div className="account" data-testid="page-account">
        <Identicon address={address} />
        <AddressText address={address} />
        <CopyButton text={address} label="Copy address" />
      </div>
    </>
  )
}

function Balance({ address }: { address: string }) {
  const { walletProvider } = useAppKitProvider<WalletProvider>('eip155')
  const { chainId, caipNetwork } = useAppKitNetwork()
  const balance = useBalance(walletProvider, address, chainId)
  const { symbol, decimals } = caipNetwork?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const isKnown = typeof balance === 'bigint'
  return (
    <>
      <p
        className="figure"
        title={isKnown ? `${decimalOf({ amount: balance, decimals })} ${symbol}` : undefined}
        data-testid="balance"
      >
        {isKnown ? formatAmount(balance, decimals) : '–'} <span className="unit">{symbol}</span>
      </p>
      {balance === 'unknown' && <p className="caution">The wallet couldn’t read the balance. Retrying…</p>}
    </>
  )
}
