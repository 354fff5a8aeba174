import { AccountSettingsView } from './AccountSettingsView.tsx'
import { ProfileView } from './ProfileView.tsx'
import { SwitchAddressView } from './SwitchAddressView.tsx'

/** The screens of who is connected, a step behind the account itself. */
export const accountViews = {
  AccountSettings: AccountSettingsView,
  Profile: ProfileView,
  SwitchAddress: SwitchAddressView,
}
