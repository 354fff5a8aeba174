import { parseSync } from 'vite'

/** A node of a file's syntax tree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A source file's syntax tree, comments and errors. */
export const parseTree = (path: string, text: string) =>
  parseSync(path, text, {
    lang: /\.(?:tsx|jsx)$/.test(path) ? 'tsx' : /\.m?js$/.test(path) ? 'js' : 'ts',
    sourceType: 'module',
  })
