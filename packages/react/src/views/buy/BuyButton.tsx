import { push } from '@billfold/core/features/modal/navigate'
import type { Missing } from '@billfold/core/features/onramp/missingFunds'
import { assetsOn, onrampProvidersQuery, sameAsset } from '@billfold/core/features/onramp/onrampProvidersQuery'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { startOnramp } from '@billfold/core/reactions/startOnramp'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'

/**
 * A button to buy exactly the missing amount, or nothing if no one sells it. Without a missing amount it leads to
 * everything for sale.
 */
export function BuyButton({ missing }: { missing?: Missing }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const network = useSelect(activeNetwork)
  const isWanted = useSelect((state) => state.options.features.onramp)
  const { data } = useKitQuery({ ...onrampProvidersQuery(kit), enabled: isWanted })
  const assets = network && isWanted ? assetsOn(data?.providers ?? [], network) : []
  const asset = missing
    ? assets.find((each) => sameAsset(each, { chainId: each.chainId, address: missing.token ?? null }))
    : assets[0]
  if (!asset) return null
  const buy = () => {
    startOnramp(kit)
    if (missing) kit.store.send({ type: 'onramp/wanted', asset, lacks: missing.lacks?.toString() })
    push(kit, { name: 'OnRampProviders' })
  }
  return missing ? (
    <Button wide icon="buy" data-testid="buy-missing" onClick={buy}>
      {text.missing(isolate(asset.symbol))}
    </Button>
  ) : (
    <Button look="primary" wide icon="buy" data-testid="buy-crypto" onClick={buy}>
      {text.crypto}
    </Button>
  )
}
