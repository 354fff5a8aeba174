import { type FrameNetwork, frameNetwork } from '../page/frameNetwork.ts'
import type { ApprovalView } from './approvalView.ts'

/** A network on the screen: by our own name, or by the name that the operator's list gives it. */
export const networkView = ({ id, name }: FrameNetwork): Pick<ApprovalView, 'network' | 'isNetworkUnverified'> => ({
  network: name,
  ...(name === frameNetwork(id).name ? {} : { isNetworkUnverified: true }),
})
