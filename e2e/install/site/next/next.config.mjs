import { dirname } from 'node:path'

export default {
  // The packages lie a folder above, as in a workspace.
  turbopack: { root: dirname(import.meta.dirname) },
}
