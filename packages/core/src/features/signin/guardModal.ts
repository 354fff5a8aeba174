import type { Modal } from '../../model/modal.ts'
import type { Feature } from '../../store/feature.ts'
import { currentView } from '../modal/modal.ts'
import { ruleOf } from '../modal/viewRules.ts'
import { isAsking, isDue } from './signIn.ts'

type Reduce = NonNullable<Feature<Modal>['reduce']>

const isSignIn = (modal: Modal): boolean => /^(SIWXSignMessage|ConnectingSiwe)$/.test(currentView(modal).name)
/** Views allowed during a required sign-in: its own, and the embedded wallet's while it signs. */
const isAllowed = (modal: Modal): boolean => isSignIn(modal) || currentView(modal).name === 'ApproveTransaction'
/** Views that are left behind by a sign-in. */
const isPassing = (modal: Modal): boolean =>
  isSignIn(modal) ||
  ruleOf(currentView(modal))?.isWayIn === true ||
  /^(Networks|SwitchNetwork|SwitchActiveChain|UnsupportedChain|ApproveTransaction)$/.test(currentView(modal).name)

/** The modal's reducer on sites with sign-in: the sign-in view stays until answered, then leads back. */
export const guardModal =
  (reduce: Reduce): Reduce =>
  (modal, event, state) => {
    const next = reduce(modal, event, state)
    switch (event.type) {
      case 'modal/closed':
        if (state.signIn?.isRequired && isAsking(state) && isAllowed(modal)) return { ...modal, shake: true }
        // Just connected, sign-in status unknown: do not change the view yet.
        return isDue(state) ? modal : next
      case 'modal/opened':
      case 'modal/pushed':
      case 'modal/replaced':
        // An embedded card cannot close: the sign-in view stays, whatever the site opens.
        return modal.embedded && state.signIn?.isRequired && isAsking(state) && isSignIn(modal) && !isAllowed(next)
          ? { ...modal, shake: true }
          : next
      case 'modal/reset': {
        if (!isSignIn(next)) return next
        const wanted = modal.wanted ?? (modal.open && !isPassing(modal) ? currentView(modal) : undefined)
        return wanted ? { ...next, wanted } : next
      }
      default:
        return next
    }
  }
