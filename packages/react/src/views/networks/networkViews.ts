import { NetworksView } from './NetworksView.tsx'
import { SwitchActiveChainView } from './SwitchActiveChainView.tsx'
import { SwitchNetworkView } from './SwitchNetworkView.tsx'
import { UnsupportedChainView } from './UnsupportedChainView.tsx'

/** The screens of networks: who chooses one is about to switch. */
export const networkViews = {
  Networks: NetworksView,
  SwitchNetwork: SwitchNetworkView,
  SwitchActiveChain: SwitchActiveChainView,
  UnsupportedChain: UnsupportedChainView,
}
