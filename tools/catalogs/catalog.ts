/** A catalog, or a group of its messages; a list is shown item by item. */
export type Messages = { readonly [key: string]: MessageNode }
export type MessageNode = string | Messages | readonly MessageNode[]

/** Every message of a catalog by its path. */
export function messagesOf(node: MessageNode, path = ''): [path: string, message: string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node).flatMap(([key, child]) => messagesOf(child, path === '' ? key : `${path}.${key}`))
}
