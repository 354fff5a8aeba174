/** The least a connect button measures, in its rules (buttons.css) and in a server's page: its words fit in it. */
export const connectSize = (size: 'md' | 'sm' = 'md'): { width: number; height: number } =>
  size === 'sm' ? { width: 136, height: 36 } : { width: 168, height: 44 }
