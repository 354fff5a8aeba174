import embedded from './login.css?inline'

/** The rules of logging in, which come with its screens. */
export const loginStyles: readonly string[] = [embedded]
