import { activeNetwork } from '@billfold/core/model/findNetwork'
import { useProfile } from '../../hooks/useProfile.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useServed } from '../../hooks/useServed.ts'
import { Identicon } from '../../ui/Identicon.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** The picture an account's name has, otherwise the one drawn from its address. */
export function AccountPicture({ address, size = 40 }: { address: string; size?: number }) {
  const { served } = useServed(useSelect(activeNetwork)?.networkId)
  const { name, avatar } = useProfile(address, served === 'yes')
  return avatar ? (
    <WalletTile name={name ?? address} image={avatar} size={size} />
  ) : (
    <Identicon address={address} size={size} />
  )
}
