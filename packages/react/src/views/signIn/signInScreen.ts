/** The screen of signing in. Apart from it, so that a dialog that needs none of it does not list its files. */
export const signInScreen = async () => (await import('./signInParts.ts')).signInParts()
