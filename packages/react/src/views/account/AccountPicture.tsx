import type { AccountId } from '@billfold/core/model/connector'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { useProfile } from '../../hooks/useProfile.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useServed } from '../../hooks/useServed.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/**
 * The picture an account's name has, otherwise the one drawn from its address. A `type` marks it: two accounts of one
 * address differ in nothing else.
 */
export function AccountPicture({
  address,
  size = 40,
  type,
}: {
  address: string
  size?: number
  type?: AccountId['type'] | undefined
}) {
  const { served } = useServed(useSelect(activeNetwork)?.networkId)
  const { name, avatar } = useProfile(address, served === 'yes')
  const picture = avatar ? (
    <WalletTile name={name ?? address} image={avatar} size={size} />
  ) : (
    <Identicon address={address} size={size} />
  )
  if (!type) return picture
  return (
    <span className="line-lead">
      {picture}
      <span className="line-badge">
        <Icon name={marks[type]} size={12} />
      </span>
    </span>
  )
}

const marks = { eoa: 'key', smartAccount: 'blocks', payment: 'wallet', ordinal: 'picture' } as const
