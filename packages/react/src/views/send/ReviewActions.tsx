import { goBack } from '@billfold/core/features/modal/navigate'
import { switchSourceNetwork } from '@billfold/core/features/source/switchSourceNetwork'
import type { Network } from '@billfold/core/model/network'
import type { Source } from '@billfold/core/model/source'
import type { ReactNode } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'

/** The buttons of a review: back, and the one action. On a different network the action is to switch. */
export function ReviewActions({
  flow,
  form: { source, network },
  cancel,
  className,
  children,
}: {
  flow: 'send' | 'swap'
  form: { source: Source; network?: Network | undefined }
  cancel: string
  className: string
  /** The button that asks the wallet. */
  children: ReactNode
}) {
  const kit = useKit()
  const { settings } = useText()
  const isElsewhere = useSelect(
    ({ [flow]: { attempt } }) => attempt.phase === 'failed' && attempt.trouble === 'other_chain',
  )
  const comeBack = async ({ networkId }: Network) => {
    if (await switchSourceNetwork(kit, { source, networkId })) kit.store.send({ type: `${flow}/abandoned` })
  }
  return (
    <div className={className}>
      <Button wide data-testid={`${flow}-preview-cancel`} onClick={() => goBack(kit)}>
        {cancel}
      </Button>
      {isElsewhere && network ? (
        <Button look="primary" wide data-testid={`${flow}-switch`} onClick={() => void comeBack(network)}>
          {settings.switchChain(isolate(network.name))}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}
