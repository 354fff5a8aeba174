import { join } from 'node:path'

export default {
  mode: 'production',
  context: import.meta.dirname,
  entry: './main.js',
  output: { path: join(import.meta.dirname, '../dist/webpack'), filename: 'main.js' },
  performance: { hints: false },
}
