import type { Node } from '../page/createNode.ts'
import type { OtherNodes } from '../page/createOtherNodes.ts'
import type { Smart } from '../page/createSmart.ts'
import type { FrameNetwork } from '../page/frameNetwork.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'
import type { Person, Wallet } from '../wallet/wallet.ts'

/** What a request is read with: on which network, whose wallet, and who asks by the browser's word. */
export type ReadDeps = {
  network: FrameNetwork
  person: Person
  origin: string
  speech: Speech
  node: Node
  /** The operator's own nodes of a network, whose word is compared with the API's; none unless the operator sets them. */
  otherNodes: OtherNodes
  smart: Smart
  wallet: Pick<Wallet, 'sign'>
}
