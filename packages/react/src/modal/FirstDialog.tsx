import { currentView } from '@billfold/core/features/modal/modal'
import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'
import { namespaces } from '@billfold/protocol/caip'
import { Suspense } from 'react'
import { ThemeFrame } from '../theme/ThemeRoot.tsx'
import { ConnectView } from '../views/connect/ConnectView.tsx'
import { CardBody, DialogFace, ViewFace } from './cardFaces.tsx'
import { dialogEvents } from './dialogEvents.ts'
import { Header } from './Header.tsx'

/** Whether the dialog is `FirstDialog` in this state, or will be once it opens. */
export function isFirstDialog({ account, alert, modal, notice, options, walletConnect }: State): boolean {
  const mayConnect = options.features.legalCheckbox ? !(options.termsConditionsUrl || options.privacyPolicyUrl) : true
  return (
    currentView(modal).name === 'Connect' &&
    modal.history.length === 1 &&
    !modal.shake &&
    !options.enableEmbedded &&
    options.layout !== 'wide' &&
    mayConnect &&
    namespaces.every((each) => account[each].status === 'disconnected') &&
    walletConnect.requests.length === 0 &&
    notice.phase !== 'shown' &&
    alert.phase === 'hidden'
  )
}

/** What `Modal` draws when it opens with the ways to connect, for `paint`. */
export function FirstDialog({ kit, state, locale }: { kit: Kit; state: State; locale: FrameLocale }) {
  const view = currentView(state.modal)
  return (
    <ThemeFrame mode={state.theme.mode} locale={locale}>
      <DialogFace events={dialogEvents(kit)} layout={state.options.layout} shake={false}>
        <Header />
        <CardBody>
          <ViewFace name={view.name}>
            <Suspense>{view.name === 'Connect' ? <ConnectView view={view} /> : null}</Suspense>
          </ViewFace>
        </CardBody>
        <div role="status" />
      </DialogFace>
    </ThemeFrame>
  )
}
export type FrameLocale = { tag: string; direction: 'ltr' | 'rtl' }
