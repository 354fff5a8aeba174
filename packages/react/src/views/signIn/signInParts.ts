import { addStyles } from '../../theme/styleModal.ts'
import { SIWXSignMessageView } from './SIWXSignMessageView.tsx'
import signIn from './signIn.css?inline'

/** The screen of signing in, drawn by its own rules. */
export function signInParts(): typeof SIWXSignMessageView {
  addStyles([signIn])
  return SIWXSignMessageView
}
