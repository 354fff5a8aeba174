export { AppKit, createAppKit } from '../createAppKit.ts'
export type * from '../shapes/everyShape.ts'
