import type { AppKit } from '@billfold/react'
import { AddressBook } from './AddressBook.tsx'
import { Devices } from './Devices.tsx'
import { type SignInMode, siwxFor } from './signInMode.ts'

type Props = { appKit: AppKit; mode: SignInMode; isSignedIn: boolean; account: string | undefined }

/** This site's data for signed-in visitors: their contacts, and their other sessions. */
export function AccountPart({ appKit, mode, isSignedIn, account }: Props) {
  const siwx = siwxFor(mode)
  return (
    <section className="card play-card" aria-labelledby="account-title" data-testid="site-account">
      <div className="play-title">
        <h2 id="account-title">Your account here</h2>
        <span className="quiet">behind the sign-in</span>
      </div>
      {siwx && isSignedIn ? (
        // Another account has another book: never show one's entries as the other's, even for a moment.
        <div key={account} className="play-account">
          <AddressBook kit={appKit.kit} siwx={siwx} />
          <Devices siwx={siwx} />
        </div>
      ) : (
        <p className="quiet">Sign in above, and your address book and devices appear here, on every device you use.</p>
      )}
    </section>
  )
}
