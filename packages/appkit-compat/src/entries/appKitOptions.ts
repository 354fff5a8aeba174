export type { AppKitOptions } from '../shapes/options.ts'
