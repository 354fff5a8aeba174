import type { Kit } from '../../kit.ts'
import type { ModalEvent, ViewName } from '../../model/modal.ts'
import { isView } from './viewRules.ts'

/** The views that a site may open by name. */
export const openViews = [
  'Account',
  'Connect',
  'Networks',
  'WhatIsAWallet',
  'WhatIsANetwork',
  'AllWallets',
  'ConnectingWalletConnectBasic',
  'WalletSend',
  'Swap',
  'OnRampProviders',
  'ApproveTransaction',
  'RegisterAccountName',
  'SIWXSignMessage',
  'Transactions',
] as const satisfies readonly ViewName[]

export type Opened = Extract<ModalEvent, { type: 'modal/opened' }>

/** Logs what cannot be opened: a family that the site does not have, or an unknown view. */
export function refuseOpening({ ports: { log } }: Kit, { view, namespace }: Opened): void {
  if (!isView(view)) log.error(`Unknown view “${view.name}”. A site can open ${openViews.join(', ')}`)
  else log.error(`This site has no “${namespace}” networks: showing all wallets`)
}
