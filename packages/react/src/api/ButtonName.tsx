import type { CaipAddress } from '@billfold/protocol/caip'
import { parseCaipAddress } from '@billfold/protocol/caip'
import { useProfile } from '../hooks/useProfile.ts'
import { useServed } from '../hooks/useServed.ts'
import { Address } from '../ui/Address.tsx'
import type { AccountFaceProps } from './AccountFace.tsx'

// Here, and not in the rules that come before every button.
const cut = { maxInlineSize: '20ch', overflow: 'hidden', textOverflow: 'ellipsis' }

/** The name an account goes by, on the button; its address where it has none, or no one can tell. */
export function ButtonName({ caip, charsStart, charsEnd }: { caip: CaipAddress } & Omit<AccountFaceProps, 'balance'>) {
  const { namespace, reference, address } = parseCaipAddress(caip)
  const { served } = useServed(`${namespace}:${reference}`)
  const { name } = useProfile(address, namespace === 'eip155' && served === 'yes')
  return name ? (
    <bdi title={address} style={cut} data-testid="account-button-name">
      {name}
    </bdi>
  ) : (
    <Address value={address} charsStart={charsStart} charsEnd={charsEnd} />
  )
}
