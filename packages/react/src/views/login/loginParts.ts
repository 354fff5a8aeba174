import { addStyles } from '../../theme/styleModal.ts'
import { LoginWays } from './LoginWays.tsx'
import { loginStyles } from './loginStyles.ts'

/** All ways to connect, drawn by their own rules. */
export function loginParts() {
  addStyles(loginStyles)
  return LoginWays
}
