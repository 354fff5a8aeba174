import { embeddedStyles } from '../../theme/embeddedStyles.ts'
import { addStyles } from '../../theme/styleModal.ts'
import { LoginWays } from './LoginWays.tsx'

/** All ways to connect, drawn by their own rules. */
export function loginParts() {
  addStyles(embeddedStyles)
  return LoginWays
}
