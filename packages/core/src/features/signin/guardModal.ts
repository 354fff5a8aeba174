import type { Feature } from '../../feature.ts'
import { currentView, type Modal } from '../modal/modal.ts'
import { ruleOf } from '../modal/viewRules.ts'
import { isAsking, isDue } from './signIn.ts'

type Reduce = NonNullable<Feature<Modal>['reduce']>

const isSignIn = (modal: Modal): boolean => /^(SIWXSignMessage|ConnectingSiwe)$/.test(currentView(modal).name)
/** The views of a required sign-in: its own, and the embedded wallet's while it signs. */
const isAllowed = (modal: Modal): boolean => isSignIn(modal) || currentView(modal).name === 'ApproveTransaction'
/** Views with nothing to come back to once someone has signed in. */
const isPassing = (modal: Modal): boolean =>
  isSignIn(modal) ||
  ruleOf(currentView(modal))?.isWayIn === true ||
  /^(Networks|SwitchNetwork|SwitchActiveChain|UnsupportedChain|ApproveTransaction)$/.test(currentView(modal).name)

/** The modal's reducer where a site signs visitors in: what it asks for stays until it is answered, and leads back to where they were. */
export const guardModal =
  (reduce: Reduce): Reduce =>
  (modal, event, state) => {
    const next = reduce(modal, event, state)
    switch (event.type) {
      case 'modal/closed':
        if (state.signIn?.isRequired && isAsking(state) && isAllowed(modal)) return { ...modal, shake: true }
        // Someone has just connected, and whether they have to sign in is not known yet: until then it stays as it is.
        return isDue(state) ? modal : next
      case 'modal/opened':
      case 'modal/pushed':
      case 'modal/replaced':
        // A card in the page can't be closed: whatever a site opens in it, what it asks for stays.
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
