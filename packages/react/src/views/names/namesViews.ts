import { addStyles } from '../../theme/styleModal.ts'
import { NameRow } from './NameRow.tsx'
import names from './names.css?inline'
import { RegisterAccountNameSuccessView } from './RegisterAccountNameSuccessView.tsx'
import { RegisterAccountNameView } from './RegisterAccountNameView.tsx'

/** The way to a name in the account's settings. */
export const nameRow = () => NameRow

/** The screens of names, drawn by their own rules. */
export function namesViews() {
  addStyles([names])
  return {
    RegisterAccountName: RegisterAccountNameView,
    RegisterAccountNameSuccess: RegisterAccountNameSuccessView,
  }
}
