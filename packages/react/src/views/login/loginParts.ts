import { addStyles } from '../../theme/styleModal.ts'
import { LoginWays } from './LoginWays.tsx'
import { loginStyles } from './loginStyles.ts'

/** All connection methods, rendered by their own rules. */
export function loginParts() {
  addStyles(loginStyles)
  return LoginWays
}
