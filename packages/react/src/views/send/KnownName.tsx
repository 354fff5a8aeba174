import { identityQuery } from '@billfold/core/features/identity/identityQuery'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'

/** What an address is called: as the visitor saved it, as it was found, or as it calls itself; nothing where it has no name. */
export function KnownName({ address, name }: { address: string; name?: string }) {
  const kit = useKit()
  const saved = useSelect((state) => state.addressBook.contacts.find((c) => c.address === address)?.name)
  const { data } = useKitQuery({ ...identityQuery(kit, { address }), enabled: !saved && !name })
  const shown = saved ?? name ?? data?.name
  return shown ? (
    <p className="send-name">
      <bdi>{shown}</bdi>
    </p>
  ) : null
}
