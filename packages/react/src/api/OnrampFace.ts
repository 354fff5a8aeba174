import { lazyPart } from '../modal/lazyPart.tsx'
import type { OnRampProvidersView } from '../views/buy/OnRampProvidersView.tsx'
import type { AppKitOnrampWidgetProps } from './OnrampWidget.tsx'

/**
 * The on-ramp widget, which comes with the first page that shows it, the dialog before it: that is what it leads to and is made of. A way
 * past the dialog would cut its files into smaller ones, for everyone.
 */
export const OnrampFace = lazyPart<AppKitOnrampWidgetProps>(
  async () => {
    const { mountModal } = await import('../modal/mountModal.tsx')
    const { viewMap } = await mountModal.later()
    const screen = (await viewMap.OnRampProviders.preload?.()) as typeof OnRampProvidersView
    return screen.OnPage
  },
  () => null,
)
