import { dirname } from 'node:path'

export default {
  // The packages are in the folder above, as in a workspace.
  turbopack: { root: dirname(import.meta.dirname) },
}
