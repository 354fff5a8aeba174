import signIn from '../views/signIn.css?inline'

/** The rules of signing in, which come with its screen. */
export const signInStyles: readonly string[] = [signIn]
