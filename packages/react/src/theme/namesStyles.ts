import names from '../views/names.css?inline'

/** The rules of names, which come with their screens. */
export const namesStyles: readonly string[] = [names]
