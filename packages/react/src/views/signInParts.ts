import { signInStyles } from '../theme/signInStyles.ts'
import { addStyles } from '../theme/styleModal.ts'
import { SIWXSignMessageView } from './SIWXSignMessageView.tsx'

/** The screen of signing in, drawn by its own rules. */
export function signInParts(): typeof SIWXSignMessageView {
  addStyles(signInStyles)
  return SIWXSignMessageView
}
