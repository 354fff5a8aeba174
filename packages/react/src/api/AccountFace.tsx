import { caipAddressOf, connectedAccount } from '@billfold/core/features/account/account'
import type { Namespace } from '@billfold/protocol/caip'
import { Suspense } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { useButtonText } from '../i18n/ButtonText.ts'
import { lazyPart } from '../modal/lazyPart.tsx'
import { Address } from '../ui/Address.tsx'
import { Identicon } from '../ui/Identicon.tsx'

/** Comes after the address: what an account holds needs code of its own. */
const Balance = lazyPart(
  async () => (await import('./ButtonBalance.tsx')).ButtonBalance,
  () => null,
)

export type AccountFaceProps = {
  balance: 'show' | 'hide'
  charsStart?: number | undefined
  charsEnd?: number | undefined
  namespace?: Namespace | undefined
}

/** Who is connected, on the button. */
export function AccountFace({ balance, charsStart, charsEnd, namespace }: AccountFaceProps) {
  const text = useButtonText()
  const account = useSelect((state) => connectedAccount(state, namespace))
  const caip = useSelect((state) => caipAddressOf(state, namespace))
  if (!account) return null
  return (
    <>
      <Identicon address={account.address} size={24} />
      <span className="visually-hidden">{text.account}</span>
      {balance === 'show' && caip ? (
        <Suspense>
          <Balance caip={caip} />
        </Suspense>
      ) : null}
      <Address value={account.address} charsStart={charsStart} charsEnd={charsEnd} />
    </>
  )
}
