import embedded from '../views/embedded.css?inline'

/** The rules of logging in, which come with its screens. */
export const embeddedStyles: readonly string[] = [embedded]
