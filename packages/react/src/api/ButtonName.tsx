import type { CaipAddress } from '@billfold/protocol/caip'
import { parseCaipAddress } from '@billfold/protocol/caip'
import { type ReactNode, useLayoutEffect } from 'react'
import { useProfile } from '../hooks/useProfile.ts'
import { useServed } from '../hooks/useServed.ts'
import { Address } from '../ui/Address.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'
import type { AccountFaceProps } from './AccountFace.tsx'

// Here, and not in the rules that come before every button.
const cut = { maxInlineSize: '20ch', overflow: 'hidden', textOverflow: 'ellipsis' }

export type ButtonNameProps = Omit<AccountFaceProps, 'balance'> & {
  caip: CaipAddress
  /** Replaces the avatar before the balance; `undefined` for the generated one. */
  showPicture: (picture: ReactNode) => void
}

/** The account's name and avatar on the button; its address if it has none, or if the lookup fails. */
export function ButtonName({ caip, charsStart, charsEnd, showPicture }: ButtonNameProps) {
  const { namespace, reference, address } = parseCaipAddress(caip)
  const { served } = useServed(`${namespace}:${reference}`)
  const { name, avatar } = useProfile(address, namespace === 'eip155' && served === 'yes')
  // Before the frame is drawn: another account is never shown with this one's picture.
  useLayoutEffect(() => {
    if (!avatar) return
    showPicture(<WalletTile name={name ?? address} image={avatar} size={24} />)
    return () => showPicture(undefined)
  }, [avatar, name, address, showPicture])
  return name ? (
    <bdi style={cut} data-testid="account-button-name">
      {name}
    </bdi>
  ) : (
    <Address value={address} untitled charsStart={charsStart} charsEnd={charsEnd} />
  )
}
