import { namesStyles } from '../../theme/namesStyles.ts'
import { addStyles } from '../../theme/styleModal.ts'
import { RegisterAccountNameSuccessView } from '../RegisterAccountNameSuccessView.tsx'
import { RegisterAccountNameView } from '../RegisterAccountNameView.tsx'
import { NameRow } from './NameRow.tsx'

/** The way to a name in the account's settings. */
export const nameRow = () => NameRow

/** The screens of names, drawn by their own rules. */
export function namesViews() {
  addStyles(namesStyles)
  return {
    RegisterAccountName: RegisterAccountNameView,
    RegisterAccountNameSuccess: RegisterAccountNameSuccessView,
  }
}
