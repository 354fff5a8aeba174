import { reset } from '@billfold/core/features/modal/navigate'
import { swapNetworksQuery } from '@billfold/core/features/swap/swapNetworksQuery'
import { activeNetwork, requestedNetworks } from '@billfold/core/model/findNetwork'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { NetworkRows } from '../networks/NetworkRows.tsx'

/** The account is on a network without swaps: those that have them, and a way back. */
export function SwapElsewhere() {
  const kit = useKit()
  const text = useArea(swapTexts)
  const here = useSelect(activeNetwork)
  const others = useSelect((state) =>
    requestedNetworks(state, state.network.activeNamespace).filter(({ networkId }) => networkId !== here?.networkId),
  )
  const { data, errorUpdateCount, refetch, isFetching } = useKitQuery(
    swapNetworksQuery(kit, { networkIds: others.map(({ networkId }) => networkId) }),
  )
  const able = others.filter(({ networkId }) => data?.includes(networkId))
  const isAway = !data && errorUpdateCount > 0
  return (
    <div className="stack" data-testid="swap-elsewhere">
      <div className="callout">
        <Icon name="warning" />
        <p>
          {isAway
            ? text.awayTitle
            : data && able.length === 0
              ? text.nowhere
              : text.elsewhere(isolate(here?.name ?? ''))}
        </p>
      </div>
      {data ? <NetworkRows networks={able} /> : null}
      {data || isAway ? null : <Skeleton shape="row" count={1} />}
      {isAway ? (
        <Button wide icon="refresh" busy={isFetching} data-testid="swap-elsewhere-again" onClick={() => void refetch()}>
          {text.again}
        </Button>
      ) : null}
      <Button wide data-testid="swap-elsewhere-back" onClick={() => reset(kit, { name: 'Account' })}>
        {text.toAccount}
      </Button>
    </div>
  )
}
