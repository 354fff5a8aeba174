import { push } from '@billfold/core/features/modal/navigate'
import type { Network } from '@billfold/core/model/network'
import { useKit } from '../../hooks/KitContext.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { NetworkRow } from './NetworkRow.tsx'

/** Networks to go to, from where the account cannot stay. */
export function NetworkRows({ networks }: { networks: readonly Network[] }) {
  const kit = useKit()
  const text = useText()
  return (
    <ul className="rows" aria-label={text.networks.list}>
      {networks.map((network) => (
        <li key={network.networkId}>
          <NetworkRow
            network={network}
            onChoose={() => push(kit, { name: 'SwitchNetwork', networkId: network.networkId })}
          />
        </li>
      ))}
    </ul>
  )
}
