import { identityQuery } from '@billfold/core/features/identity/identityQuery'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'

/** An address's name: as saved by the visitor, as looked up, or its own; nothing without a name. */
export function KnownName({ address, name }: { address: string; name?: string }) {
  const kit = useKit()
  const saved = useSelect(
    ({ addressBook }) => addressBook.contacts.find((one) => sameAddress(one.namespace, one.address, address))?.name,
  )
  const { data } = useKitQuery({ ...identityQuery(kit, { address }), enabled: !saved && !name })
  const shown = saved ?? name ?? data?.name
  return shown ? (
    <p className="send-name">
      <bdi>{shown}</bdi>
    </p>
  ) : null
}
