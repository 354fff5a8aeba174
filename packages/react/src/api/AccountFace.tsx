import { caipAddressOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import type { Namespace } from '@billfold/protocol/caip'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { whenIdle } from '../hooks/whenIdle.ts'
import { useButtonText } from '../i18n/ButtonText.ts'
import { lazyPart } from '../modal/lazyPart.tsx'
import { Address } from '../ui/Address.tsx'
import { Identicon } from '../ui/Identicon.tsx'
import type { AccountView } from '../views/account/AccountView.tsx'

/** Comes after the address: what an account holds needs code of its own. */
const Balance = lazyPart(
  async () => (await import('./ButtonBalance.tsx')).ButtonBalance,
  () => null,
)

/**
 * The name comes after the address, too, and the address stays where there is none. It comes with the account's view, which is fetched for
 * anyone who is connected: a way past the dialog would cut that into more files.
 */
const Name = lazyPart<ComponentProps<typeof AccountView.Name>>(
  async () => {
    await new Promise<void>((done) => void whenIdle(done))
    const { mountModal } = await import('../modal/mountModal.tsx')
    const { viewMap } = await mountModal.later()
    const screen = (await viewMap.Account.preload?.()) as typeof AccountView
    return screen.Name
  },
  ({ caip, charsStart, charsEnd }) => (
    <Address value={caip.split(':')[2] ?? ''} untitled charsStart={charsStart} charsEnd={charsEnd} />
  ),
)

// Here, and not in the rules that come before every button.
const still = { display: 'flex' }

export type AccountFaceProps = {
  balance: 'show' | 'hide'
  charsStart?: number | undefined
  charsEnd?: number | undefined
  namespace?: Namespace | undefined
}

/** The connected account, on the button. */
export function AccountFace({ balance, charsStart, charsEnd, namespace }: AccountFaceProps) {
  const text = useButtonText()
  const [picture, showPicture] = useState<ReactNode>()
  const account = useSelect((state) => connectedAccount(state, namespace))
  const caip = useSelect((state) => caipAddressOf(state, namespace))
  if (!account) return null
  const plain = <Address value={account.address} untitled charsStart={charsStart} charsEnd={charsEnd} />
  return (
    <>
      {picture ?? <Identicon address={account.address} size={24} />}
      <span className="visually-hidden">{text.account}</span>
      {balance === 'show' && caip ? (
        <Suspense>
          <Balance caip={caip} />
        </Suspense>
      ) : null}
      {/* A titled element takes the pointer, so it stays mounted while its text changes: otherwise a press on it would not click. */}
      <span title={account.address} style={still}>
        {caip ? (
          <Suspense fallback={plain}>
            <Name caip={caip} charsStart={charsStart} charsEnd={charsEnd} showPicture={showPicture} />
          </Suspense>
        ) : (
          plain
        )}
      </span>
    </>
  )
}
