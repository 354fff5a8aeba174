/** A message of a catalog with its placeholders, `{name}`, replaced by their values. */
export const fillMessage = (message: string, resolve: (name: string) => string): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => resolve(name))
